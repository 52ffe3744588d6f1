import type { WireRequest, WireResponse } from "../model/wire-message.ts";
import { type Dispatcher, Pool, errors } from "undici";
import { type Operation, ToolError, isStreamingMediaType } from "../../contracts/index.ts";
import { maskMarked, maskSecrets } from "../../contracts/secrets/index.ts";
import type { ProxyPlaces } from "./connections.ts";
import { authorize } from "./credentials.ts";
import { type Identities, type IdentityTokens, type TokenVariables, identitiesOf } from "./identities.ts";
import { Endless, Unfinished } from "./unfinished.ts";
import { timed } from "./timed.ts";
import { type MockIdentity, mockIdentity } from "./mock-identity.ts";
import { type Meter, createMeter } from "./meter.ts";
import { waitAfter } from "./refusal.ts";
import { ProxyRefusal, unreachable } from "./unreachable.ts";
import { checkSendable } from "./unsendable.ts";
import { withoutUserinfo } from "./without-userinfo.ts";

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
   * Sends a request at its turn, and calls `begins` at that moment. Rejects with an AbortError after the end of the run
   * or when the request budget is used up.
   */
  send(request: WireRequest, begins?: () => void): Promise<WireResponse>;
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
  authorize(operation: Operation, request: WireRequest): WireRequest;
  /** True if a text contains the token. Always false for a short token, which could match by chance. */
  showsToken(text: string): boolean;
  /** Other identities that can send requests. */
  readonly identities: Identities;
  /** Environment variable for the token in printed commands. */
  readonly variable: string;
  /** True if requests have credentials. */
  readonly hasToken: boolean;
  /** True if the credentials are a user name and a password. */
  readonly hasPassword: boolean;
  /** Replaces every secret in a text. */
  mask(text: string): string;
  /** Same target for a family of operations. On a mock without a given token, each family has its own organization. */
  of(family: string): Target;
  close(): Promise<void>;
}

/** Token-bucket limit: requests at once, and further requests per second. */
interface Limit {
  readonly burst: number;
  readonly perSecond: number;
}

export interface TargetOptions {
  readonly token?: string;
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
}

const TIMEOUT_MS = 10_000;
/** Limits of a response body. After one body did not end, `MAX_LATER_MS` applies to all others. */
const MAX_BODY = { ms: 30_000, bytes: 16 * 1024 * 1024 };
const MAX_LATER_MS = 5_000;
/** Limits for reading a stream of messages, which may be endless. Its content is not judged. */
const MAX_STREAM = { ms: 300, bytes: 64 * 1024 };

/** Bytes that a report shows of a body that did not end. */
const SHOWN_BYTES = 2000;

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
    variables = {},
    identities = {},
    secrets: others = [],
    dispatcher,
    proxy,
    isTimed = false,
    signal,
    meter = createMeter(),
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
  return of();

  /** Target for a family of operations. Families on a mock have separate organizations and cannot affect each other. */
  function of(family?: string): Target {
    const organization = family === undefined ? OWN : `${OWN}-${family}`;
    const bearer = token ?? tokenOf(organization);
    const other = tokenOf(`${organization}-other`);
    const tokens = { ...(other !== undefined && { other }), ...identities };
    const secrets = [bearer, ...Object.values(tokens), ...others].filter((secret) => secret !== undefined);
    const maskOwn = maskSecrets(secrets);
    return {
      url: origin + prefix,
      isMock,
      acceptsAssumed,
      acceptsAnyCredential,
      mockApis,
      lastingViolations: new Set(),
      requests: meter.requests,
      send: (request, begins) => sentInTurn(request, signal, { begins }),
      sendAtOnce: async (request) => {
        meter.spend(signal);
        return sent(request, signal);
      },
      sendAfterwards: (request) => sentInTurn(request, undefined, { timeoutMs: TIMEOUT_MS }),
      pass: async (milliseconds) =>
        isMock && token === undefined && (await hasPassed(milliseconds, organization).catch(() => false)),
      limit: async () =>
        isMock && token === undefined ? await limitOf(organization).catch(() => undefined) : undefined,
      isLater: (response) => isPaced && waitAfter(response, Date.now()) !== undefined,
      authorize: (operation, request) => (bearer === undefined ? request : authorize(operation, request, bearer)),
      showsToken: (text) => bearer !== undefined && bearer.length >= 8 && text.includes(bearer),
      identities: identitiesOf(tokens, variables),
      variable: variables.token ?? "CONCORD_TOKEN",
      hasToken: bearer !== undefined,
      hasPassword: bearer?.includes(":") === true,
      mask: (text) => maskMarked(maskOwn(text)),
      of,
      close: async () => own?.close(),
    };
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
    const text = await textOf(body);
    // Status 407 can only come from a proxy (RFC 9110, section 15.5.8).
    if (statusCode === 407 && proxy !== undefined) throw new ProxyRefusal("it was answered 407");
    return mockIdentity(statusCode, text);
  }

  async function hasPassed(milliseconds: number, organization: string): Promise<boolean> {
    const { statusCode, body } = await sender.request({
      origin,
      method: "POST",
      path: `${prefix}${MOCK_PATH}/organizations/${organization}/clock/advance`,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ milliseconds }),
    });
    await body.dump();
    return statusCode === 200;
  }

  async function limitOf(organization: string): Promise<Limit | undefined> {
    const { statusCode, body } = await sender.request({
      origin,
      method: "GET",
      path: `${prefix}${MOCK_PATH}/organizations/${organization}/limits`,
    });
    const text = await textOf(body);
    if (statusCode !== 200) return undefined;
    const { burst, perSecond } = JSON.parse(text) as Partial<Limit>;
    return burst === undefined || perSecond === undefined ? undefined : { burst, perSecond };
  }

  async function sentInTurn(
    request: WireRequest,
    ending: AbortSignal | undefined,
    { begins, timeoutMs }: { readonly begins?: (() => void) | undefined; readonly timeoutMs?: number },
  ): Promise<WireResponse> {
    meter.spend(ending);
    const turn = isPaced ? await meter.pace.turn(ending) : 0;
    begins?.();
    const response = await sent(request, timeoutMs === undefined ? ending : AbortSignal.timeout(timeoutMs));
    if (!isPaced) return response;
    const milliseconds = waitAfter(response, Date.now());
    if (milliseconds !== undefined) meter.pace.refused(turn, milliseconds);
    return response;
  }

  async function sent(
    { method, path, headers, body }: WireRequest,
    ending: AbortSignal | undefined,
  ): Promise<WireResponse> {
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
      return { ...begun, body: await beginningOf(answer.body) };
    const text = await textOf(answer.body, maxBodyMs, (part, error) => {
      // An aborted request keeps its original error.
      if (ending?.aborted) return;
      if (error instanceof Endless) maxBodyMs = MAX_LATER_MS;
      throw new Unfinished({ ...begun, body: part }, error);
    });
    const milliseconds = clock?.since(options);
    return { ...begun, body: text, ...(milliseconds !== undefined && { milliseconds }) };
  }
}

/** Beginning of a stream, within `MAX_STREAM`. */
async function beginningOf(body: Dispatcher.ResponseData["body"]): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const timer = setTimeout(() => body.destroy(), MAX_STREAM.ms);
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > MAX_STREAM.bytes) break;
    }
  } catch {
    // An aborted or broken stream yields the bytes received so far.
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(chunks).toString();
}

/** Complete text of a body within the limits. Calls `onBroken` with the received part if the body is incomplete. */
async function textOf(
  body: AsyncIterable<Uint8Array>,
  maxMs = MAX_BODY.ms,
  onBroken?: (begun: string, error: unknown) => void,
): Promise<string> {
  const started = performance.now();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const elapsed = (): number => performance.now() - started;
  const endless = (): Endless => new Endless(`after ${(elapsed() / 1000).toFixed(1)} s and ${size} bytes`);
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > MAX_BODY.bytes || elapsed() > maxMs) throw endless();
    }
  } catch (caught) {
    const error = caught instanceof errors.BodyTimeoutError ? endless() : caught;
    // Only the beginning of an endless body is kept.
    const end = error instanceof Endless ? SHOWN_BYTES : size;
    onBroken?.(Buffer.concat(chunks).subarray(0, end).toString(), error);
    throw error;
  }
  return Buffer.concat(chunks).toString();
}
