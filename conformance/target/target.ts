import type { WireRequest, WireResponse } from "../model/wire-message.ts";
import { type Dispatcher, Pool } from "undici";
import { type Operation, ToolError, isStreamingMediaType } from "../../contracts/index.ts";
import { maskMarked, maskSecrets } from "../../contracts/secrets/index.ts";
import type { ProxyPlaces } from "./connections.ts";
import { type CredentialSet, type Credentials, createCredentialSet } from "../credentials/credential-set.ts";
import type { RenewableToken } from "../credentials/renewable-token.ts";
import { type Identities, type IdentityTokens, type TokenVariables, identitiesOf } from "./identities.ts";
import { decodeContent } from "./content-codings.ts";
import { MAX_BODY, readBeginning, readBytes, readText } from "./read-body.ts";
import { Endless, Unfinished } from "./unfinished.ts";
import { timed } from "./timed.ts";
import { type MockIdentity, mockIdentity } from "./mock-identity.ts";
import { type Limit, createMockOrganization } from "./mock-organization.ts";
import { type Meter, createMeter } from "./rate/meter.ts";
import { createPresence } from "./presence.ts";
import { ProxyRefusal, unreachable } from "./unreachable.ts";
import { checkSendable } from "./unsendable.ts";
import { withoutUserinfo } from "./without-userinfo.ts";
import { retryAfterMs } from "./rate/retry-after.ts";

/** Maximum wait after a refusal. A longer Retry-After is shortened to it. */
const LONGEST_MS = 60_000;

/**
 * Milliseconds to wait after a 429 (RFC 6585, section 4), or after a 503 with Retry-After (RFC 9110, section 15.6.4).
 * Undefined for any other response. A 503 without Retry-After counts as a fault of the provider.
 */
function waitAfter({ status, headers }: WireResponse, now: number): number | undefined {
  const isRefusal = status === 429 || (status === 503 && headers["retry-after"] !== undefined);
  return isRefusal ? retryAfterMs(headers, { now, longestMs: LONGEST_MS }) : undefined;
}

/** Connection to a provider under test. */
export interface Target {
  readonly url: string;
  /** True for a Concord mock, on which all properties may run. */
  readonly isMock: boolean;
  /** True for a Concord mock that is not strict: it accepts requests that violate only assumed constraints. */
  readonly acceptsAssumed: boolean;
  /** True for a Concord mock that accepts any credential. */
  readonly acceptsAnyCredential: boolean;
  /** APIs that a Concord mock serves. Undefined for any other target. */
  readonly mockApis: readonly string[] | undefined;
  /** Violations that stayed after all pauses. Checks do not wait for them again. */
  readonly lastingViolations: Set<string>;
  /** Number of requests that the run has sent to all targets. */
  readonly requests: () => number;
  /**
   * Sends a request at its turn, and calls `begins` at that moment. `route` names the requests that a limit of the
   * target may have in common, by default those to the same path. Rejects with an AbortError after the end of the run or
   * when the request budget is used up.
   */
  send(request: WireRequest, options?: Turn): Promise<WireResponse>;
  /** Sends a request without waiting for a turn, for properties that test the rate limit. */
  sendAtOnce(request: WireRequest): Promise<WireResponse>;
  /** Sends a request even after the end of the run, to remove items. */
  sendAfterwards(request: WireRequest): Promise<WireResponse>;
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

interface Turn {
  readonly begins?: () => void;
  readonly route?: string;
}

export interface TargetOptions {
  readonly token?: string;
  /** Credentials beside the token. */
  readonly credentials?: Omit<Credentials, "tokens">;
  /** Token that a command or token endpoint issues. */
  readonly renewable?: RenewableToken;
  /** Headers that every request has, whoever sends it, unless it sets them itself. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Environment variables of the tokens, if they differ from the defaults. */
  readonly variables?: TokenVariables;
  readonly identities?: IdentityTokens;
  /** Secrets to mask in addition to the tokens. */
  readonly secrets?: readonly string[];
  /** Dispatcher for all requests, which stays open when the target closes. By default, the target has its own connections. */
  readonly dispatcher?: Dispatcher;
  /** Proxies that the dispatcher uses. */
  readonly proxy?: ProxyPlaces;
  readonly signal?: AbortSignal;
  /** Measures the time of each response. */
  readonly isTimed?: boolean;
  /** Shared meter of the run. Defaults to a new one. */
  readonly meter?: Meter;
  /** Called if the target refuses connections for some seconds. The callback ends the run by its signal. */
  readonly onGone?: (error: ToolError) => void;
}

const TIMEOUT_MS = 10_000;
/** Limit of a response body after one that did not end, in milliseconds. */
const MAX_LATER_MS = 5_000;

/** Path of a mock's control API, which identifies the mock. */
const MOCK_PATH = "/_concord";

/** Organization of a run on a mock if the user gives no token. */
const OWN = "conformance";

/**
 * Connects to a provider.
 * @throws ToolError "unreachable-target" if there is no response, "invalid-target" if the URL is not valid.
 */
export async function connect(
  url: string,
  {
    token,
    credentials = {},
    renewable,
    headers: fixedHeaders = {},
    variables = {},
    identities = {},
    secrets: others = [],
    dispatcher,
    proxy,
    isTimed = false,
    signal,
    meter = createMeter(),
    onGone,
  }: TargetOptions = {},
): Promise<Target> {
  const base = URL.parse(url);
  if (!base || !/^https?:$/.test(base.protocol)) {
    throw new ToolError("invalid-target", `Cannot test "${withoutUserinfo(url)}": it is not an http or https URL`, {
      hint: "Give the base address, such as http://127.0.0.1:4010",
    });
  }
  const { origin } = base;
  const prefix = base.pathname.replace(/\/$/, "");
  const own = dispatcher
    ? undefined
    : new Pool(origin, { connections: 8, headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS });
  const clock = isTimed ? timed((dispatcher ?? own) as Dispatcher) : undefined;
  const sender = (clock?.dispatcher ?? dispatcher ?? own) as Dispatcher;
  const { isMock, acceptsAssumed, acceptsAnyCredential, mockApis, mockToken } = await namesItself().catch(
    async (error: unknown) => {
      await own?.destroy();
      throw unreachable(url, error, { proxy, mask: maskSecrets(others), isEnded: signal?.aborted ?? false });
    },
  );
  let maxBodyMs = MAX_BODY.ms;
  const isPaced = !isMock || meter.isLimited;
  const mock = createMockOrganization(sender, base);
  const presence = createPresence({ url: origin + prefix, meter, onGone });
  const isOwn = credentialsWith(token).isGiven;
  return of();

  /** Target for a family of operations. Families on a mock have separate organizations and cannot affect each other. */
  function of(family?: string): Target {
    const organization = family === undefined ? OWN : `${OWN}-${family}`;
    const bearer = token ?? (renewable ? undefined : tokenOf(organization));
    const set = credentialsWith(bearer);
    const other = tokenOf(`${organization}-other`);
    const tokens = { ...(other !== undefined && { other }), ...identities };
    const refusing = new Set<string>();
    const audience = {
      url: origin + prefix,
      isMock,
      ...(dispatcher && { dispatcher }),
      ...(signal && { signal }),
    };
    let maskOwn = (text: string): string => text;
    let masked = -1;
    return {
      url: origin + prefix,
      isMock,
      acceptsAssumed,
      acceptsAnyCredential,
      mockApis,
      lastingViolations: new Set(),
      requests: meter.requests,
      send: (request, options) => sentInTurn(request, signal, options),
      sendAtOnce: async (request) => {
        meter.spend(signal);
        return presence.whilePresent(() => sent(request, endOf(request, signal)), nameOf(request), signal);
      },
      sendAfterwards: (request) => sentInTurn(request, undefined, { timeoutMs: TIMEOUT_MS }),
      pass: async (milliseconds) =>
        isMock && !isOwn && (await mock.pass(milliseconds, organization).catch(() => false)),
      limit: async () => (isMock && !isOwn ? await mock.limitOf(organization).catch(() => undefined) : undefined),
      isLater: (response) => isPaced && waitAfter(response, Date.now()) !== undefined,
      authorize: set.authorize,
      token: () => renewable?.current() ?? bearer,
      authorizeWithMarkers: set.authorizeWithMarkers,
      prepareToken: async () => await renewable?.prepare(audience),
      issuedToken: () => renewable?.current(),
      acceptToken: ({ api, name }) => void refusing.delete(`${api} ${name}`),
      async replaceToken({ api, name }, refused) {
        // An operation that refuses a new token, too, is not asked with further ones.
        if (!renewable || refused === undefined || refusing.has(`${api} ${name}`)) return false;
        refusing.add(`${api} ${name}`);
        await renewable.replace(refused, audience);
        return true;
      },
      showsToken: (text) => set.values().some((secret) => secret.length >= 8 && text.includes(secret)),
      identities: identitiesOf(tokens, variables),
      hasToken: set.isGiven,
      mask(text) {
        const secrets = [...set.secrets(), ...Object.values(tokens).filter((each) => each !== undefined), ...others];
        // Secrets are only added: a renewed token is one more.
        if (secrets.length !== masked) maskOwn = maskSecrets(secrets);
        masked = secrets.length;
        return maskMarked(maskOwn(text));
      },
      of,
      close: async () => own?.close(),
    };
  }

  function credentialsWith(bearer: string | undefined): CredentialSet {
    const secret = bearer === undefined ? undefined : { value: bearer, variable: variables.token ?? "CONCORD_TOKEN" };
    return createCredentialSet(credentials, { token: secret, renewable });
  }

  /** A token that the mock gives to an organization. Undefined for any other provider. */
  function tokenOf(organization: string): string | undefined {
    return mockToken?.replace("{organization}", organization);
  }

  async function namesItself(): Promise<MockIdentity> {
    const { statusCode, body } = await sender.request({
      origin,
      method: "GET",
      path: prefix + MOCK_PATH,
      ...(signal && { signal }),
    });
    const text = await readText(body);
    // Status 407 can only come from a proxy (RFC 9110, section 15.5.8).
    if (statusCode === 407 && proxy !== undefined) throw new ProxyRefusal("it was answered 407");
    return mockIdentity(statusCode, text);
  }

  async function sentInTurn(
    request: WireRequest,
    ending: AbortSignal | undefined,
    { begins, route, timeoutMs }: Turn & { readonly timeoutMs?: number } = {},
  ): Promise<WireResponse> {
    meter.spend(ending);
    const limited = route ?? nameOf(request);
    const turn = isPaced ? await meter.pace.turn(limited, ending) : 0;
    begins?.();
    const until = timeoutMs === undefined ? endOf(request, ending) : AbortSignal.timeout(timeoutMs);
    const response = await presence.whilePresent(() => sent(request, until), nameOf(request), ending);
    if (!isPaced) return response;
    const milliseconds = waitAfter(response, Date.now());
    if (milliseconds !== undefined) meter.pace.refused(limited, turn, milliseconds);
    return response;
  }

  async function sent(
    { method, path, headers: ownHeaders, body }: WireRequest,
    ending: AbortSignal | undefined,
  ): Promise<WireResponse> {
    const headers = { ...fixedHeaders, ...ownHeaders };
    checkSendable({ method, path, headers });
    const options = {
      origin,
      method: method as "GET",
      path: prefix + path,
      headers,
      body: body ?? null,
      ...(ending && { signal: ending }),
    };
    const answer = await sender.request(options);
    const received = Object.entries(answer.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(", ") : String(value),
    ]);
    const begun = { status: answer.statusCode, headers: Object.fromEntries(received) as Record<string, string> };
    if (isStreamingMediaType(begun.headers["content-type"]?.toLowerCase() ?? ""))
      return { ...begun, body: await readBeginning(answer.body) };
    const bytes = await readBytes(answer.body, maxBodyMs, (part, error) => {
      // An aborted request keeps its original error.
      if (ending?.aborted) return;
      if (error instanceof Endless) maxBodyMs = MAX_LATER_MS;
      throw new Unfinished({ ...begun, body: part }, error);
    });
    const milliseconds = clock?.since(options);
    const time = milliseconds === undefined ? {} : { milliseconds };
    const decoded = decodeContent(bytes, begun.headers["content-encoding"]);
    return "body" in decoded
      ? { ...begun, body: decoded.body.toString(), ...time }
      : { ...begun, body: bytes.toString(), unread: decoded.unread, ...time };
  }
}

/** Signal that ends a request with the run. A write is awaited, because its response names the item to be removed. */
function endOf({ method }: WireRequest, ending: AbortSignal | undefined): AbortSignal | undefined {
  return method === "GET" || method === "HEAD" ? ending : undefined;
}

/** Method and path of a request, without its query. */
function nameOf({ method, path }: WireRequest): string {
  return `${method} ${path.replace(/\?.*/s, "")}`;
}
