import { type Dispatcher, Pool } from "undici";
import { type Operation, ToolError } from "../../contracts/index.ts";
import { maskMarked, maskSecrets } from "../../contracts/secrets/index.ts";
import type { WireRequest, WireResponse } from "../model/exchange.ts";
import { type CredentialSet, type Credentials, createCredentialSet } from "../credentials/credential-set.ts";
import type { RenewableToken } from "../credentials/renewable-token.ts";
import type { ProxyPlaces } from "./connections.ts";
import { type Identities, type IdentityTokens, type TokenVariables, createIdentities } from "./identities.ts";
import { type MockIdentity, mockIdentity } from "./mock-identity.ts";
import { type Limit, type MockOrganization, createMockOrganization } from "./mock-organization.ts";
import { createPresence } from "./presence.ts";
import { type Meter, createMeter } from "./rate/meter.ts";
import { readBodyText } from "./read-body.ts";
import { TIMEOUT_MS, type Turn, sendInTurn, waitAfter } from "./send-in-turn.ts";
import { createTransmit } from "./transmit.ts";
import { ProxyRefusal, createUnreachableError } from "./unreachable.ts";
import { withoutUserinfo } from "./without-userinfo.ts";

/** Connection to a provider under test. */
export interface Target extends Omit<MockIdentity, "mockToken"> {
  readonly url: string;
  /** Violations that stayed after all pauses. Checks do not wait for them again. */
  readonly lastingViolations: Set<string>;
  /** Number of requests that the run has sent to all targets. */
  readonly requests: () => number;
  /**
   * Sends a request at its turn. Rejects with an AbortError after the end of the run or when the request budget is used
   * up.
   */
  send(request: WireRequest, options?: Turn): Promise<WireResponse>;
  /** Advances the clock of a mock for the organization of the run. Returns false if that is not possible. */
  pass(milliseconds: number): Promise<boolean>;
  /** Rate limit of a mock for the organization of the run. Undefined if unknown. */
  limit(): Promise<Limit | undefined>;
  /** True if a response is a rate-limit refusal, so that the request may be retried. */
  isLater(response: WireResponse): boolean;
  /** Request with the credentials that its operation requires. */
  authorize(operation: Pick<Operation, "security">, request: WireRequest): WireRequest;
  /** Latest token for all schemes. Undefined if there is none. */
  token(): string | undefined;
  /** The same with placeholders for the secrets, for printed commands. */
  authorizeWithMarkers(operation: Operation, request: WireRequest): WireRequest;
  /** Issues a token before the first request, and before the latest token expires. */
  prepareToken(): Promise<void>;
  /** Replaces the token that a request was refused with. Returns false if the token cannot be replaced. */
  replaceToken(operation: Operation, refused: string | undefined): Promise<boolean>;
  /** Records that an operation accepts a replaced token, so that it may be replaced again. */
  acceptToken(operation: Operation): void;
  /** Latest token that a command or token endpoint issued. */
  issuedToken(): string | undefined;
  /** True if a text contains the token. Always false for a short token, which could match by chance. */
  showsToken(text: string): boolean;
  /** Other identities that can send requests. */
  readonly identities: Identities;
  /** True if requests have credentials. */
  readonly hasToken: boolean;
  /** Replaces every secret in a text. */
  mask(text: string): string;
  /** Same target for a family of operations. On a mock without a given token, each family has its own organization. */
  of(family: string): Target;
  close(): Promise<void>;
}

export interface TargetOptions {
  readonly token?: string | undefined;
  /** Credentials beside the token. */
  readonly credentials?: Omit<Credentials, "tokens">;
  /** Token that a command or token endpoint issues. */
  readonly renewable?: RenewableToken | undefined;
  /** Headers that every request has, whoever sends it, unless it sets them itself. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Environment variables of the tokens, if they differ from the defaults. */
  readonly variables?: TokenVariables;
  readonly identities?: IdentityTokens;
  /** Secrets to mask in addition to the tokens. */
  readonly secrets?: readonly string[];
  /** Dispatcher for all requests, which stays open when the target closes. By default, the target has its own connections. */
  readonly dispatcher?: Dispatcher | undefined;
  /** Proxies that the dispatcher uses. */
  readonly proxy?: ProxyPlaces;
  readonly signal?: AbortSignal;
  /** Measures the time of each response. */
  readonly isTimed?: boolean;
  /** Shared meter of the run. Defaults to a new one. */
  readonly meter?: Meter;
  /** Called if the target refuses connections for some seconds. The callback ends the run by its signal. */
  readonly onGone?: ((error: ToolError) => void) | undefined;
}

/** Path of a mock's control API, which identifies the mock. */
const MOCK_PATH = "/_concord";

/** Organization of a run on a mock if the user gives no token. */
const OWN = "conformance";

/**
 * Connects to a provider.
 * @throws ToolError "unreachable-target" if there is no response, "invalid-target" if the URL is not valid.
 */
export async function connect(url: string, options: TargetOptions = {}): Promise<Target> {
  const { dispatcher: given, headers: fixedHeaders = {}, isTimed = false, meter = createMeter(), signal } = options;
  const base = readBase(url);
  const { origin } = base;
  const prefix = base.pathname.replace(/\/$/, "");
  const timeouts = { headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS };
  const own = given ? undefined : new Pool(origin, { connections: 8, ...timeouts });
  const dispatcher = given ?? (own as Dispatcher);
  const identity = await identify(dispatcher, origin, prefix, options).catch(async (error: unknown) => {
    await own?.destroy();
    const { proxy, secrets = [] } = options;
    throw createUnreachableError(url, error, { proxy, mask: maskSecrets(secrets), isEnded: signal?.aborted ?? false });
  });
  const sending = {
    transmit: createTransmit({ origin, prefix, fixedHeaders, dispatcher, isTimed }),
    meter,
    presence: createPresence({ url: origin + prefix, meter, onGone: options.onGone }),
    isPaced: !identity.isMock || meter.isLimited,
    signal,
  };
  const mock = createMockOrganization(dispatcher, base);
  return createTarget({ url: origin + prefix, options, identity, mock, sending, close: async () => own?.close() }, OWN);
}

/** @throws ToolError "invalid-target". */
function readBase(url: string): URL {
  const base = URL.parse(url);
  if (base && /^https?:$/.test(base.protocol)) return base;
  throw new ToolError("invalid-target", `Cannot test "${withoutUserinfo(url)}": it is not an http or https URL`, {
    hint: "Give the base address, such as http://127.0.0.1:4010",
  });
}

async function identify(
  dispatcher: Dispatcher,
  origin: string,
  prefix: string,
  { proxy, signal }: TargetOptions,
): Promise<MockIdentity> {
  const path = prefix + MOCK_PATH;
  const { statusCode, body } = await dispatcher.request({ origin, method: "GET", path, signal: signal ?? null });
  const text = await readBodyText(body);
  // Status 407 can only come from a proxy (RFC 9110, section 15.5.8).
  if (statusCode === 407 && proxy !== undefined) throw new ProxyRefusal("it was answered 407");
  return mockIdentity(statusCode, text);
}

/** Connection that the targets of all families share. */
interface Connection {
  readonly url: string;
  readonly options: TargetOptions;
  readonly identity: MockIdentity;
  readonly mock: MockOrganization;
  readonly sending: Parameters<typeof sendInTurn>[2];
  close(): Promise<void>;
}

/** Target for a family of operations. Families on a mock have separate organizations and cannot affect each other. */
function createTarget(connection: Connection, organization: string): Target {
  const { url, options, identity, mock, sending } = connection;
  const { isMock, mockToken } = identity;
  const { renewable, variables = {}, secrets: others = [], identities } = options;
  const bearer = options.token ?? (renewable ? undefined : mockToken?.replace("{organization}", organization));
  const set = createCredentials(bearer, options);
  const other = mockToken?.replace("{organization}", `${organization}-other`);
  const tokens = { other, ...identities };
  const hasControl = isMock && !createCredentials(options.token, options).isGiven;
  const renewal = createRenewal(connection);
  return {
    ...identity,
    url,
    lastingViolations: new Set(),
    requests: sending.meter.requests,
    send: (request, turn = {}) => sendInTurn(request, turn, sending),
    pass: async (milliseconds) => hasControl && (await mock.pass(milliseconds, organization).catch(() => false)),
    limit: async () => (hasControl ? await mock.limitOf(organization).catch(() => undefined) : undefined),
    isLater: (response) => sending.isPaced && waitAfter(response, Date.now()) !== undefined,
    authorize: set.authorize,
    authorizeWithMarkers: set.authorizeWithMarkers,
    token: () => renewable?.current() ?? bearer,
    ...renewal,
    showsToken: (text) => set.values().some((secret) => secret.length >= 8 && text.includes(secret)),
    identities: createIdentities(tokens, variables),
    hasToken: set.isGiven,
    mask: createMask(() => [
      ...set.secrets(),
      ...Object.values(tokens).filter((each) => each !== undefined),
      ...others,
    ]),
    of: (family) => createTarget(connection, `${OWN}-${family}`),
    close: connection.close,
  };
}

function createCredentials(
  bearer: string | undefined,
  { credentials = {}, variables = {}, renewable }: TargetOptions,
): CredentialSet {
  const token = bearer === undefined ? undefined : { value: bearer, variable: variables.token ?? "CONCORD_TOKEN" };
  return createCredentialSet(credentials, { token, renewable });
}

/** Renewal of the token that a command or token endpoint issues. */
function createRenewal({
  url,
  identity: { isMock },
  options: { renewable, dispatcher, signal },
}: Connection): Pick<Target, "prepareToken" | "issuedToken" | "replaceToken" | "acceptToken"> {
  const audience = { url, isMock, dispatcher, signal };
  const refusing = new Set<string>();
  return {
    prepareToken: async () => await renewable?.prepare(audience),
    issuedToken: () => renewable?.current(),
    async replaceToken({ api, name }, refused) {
      // An operation that refuses a new token, too, is not asked with further ones.
      if (!renewable || refused === undefined || refusing.has(`${api} ${name}`)) return false;
      refusing.add(`${api} ${name}`);
      await renewable.replace(refused, audience);
      return true;
    },
    acceptToken: ({ api, name }) => void refusing.delete(`${api} ${name}`),
  };
}

/** Masks secrets, of which there are more after each renewal of the token. */
function createMask(secrets: () => readonly string[]): (text: string) => string {
  let maskKnown = (text: string): string => text;
  let masked = -1;
  return (text) => {
    const all = secrets();
    if (all.length !== masked) maskKnown = maskSecrets(all);
    masked = all.length;
    return maskMarked(maskKnown(text));
  };
}
