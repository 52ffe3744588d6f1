import type { WireRequest, WireResponse } from "../model/wire-message.ts";
import { type Dispatcher, Pool, errors } from "undici";
import { type Operation, ToolError, isStreamingMediaType } from "../../contracts/index.ts";
import { maskMarked, maskSecrets } from "../../contracts/secrets/index.ts";
import type { ProxyPlaces } from "./connections.ts";
import { authorize } from "./credentials.ts";
import { type Identities, type IdentityTokens, type TokenVariables, identitiesOf } from "./identities.ts";
import { Endless, Unfinished } from "./unfinished.ts";
import { timed } from "./timed.ts";
import { type Meter, createMeter } from "./meter.ts";
import { waitAfter } from "./refusal.ts";
import { ProxyRefusal, unreachable } from "./unreachable.ts";
import { checkSendable } from "./unsendable.ts";
import { withoutUserinfo } from "./without-userinfo.ts";

/** A provider under test, and how to reach it. */
export interface Target {
  readonly url: string;
  /** Whether it is a Concord mock, where everything may be tried. */
  readonly isMock: boolean;
  /** Whether it says that it accepts requests that violate assumed constraints only, as a Concord mock does that is not strict. */
  readonly acceptsAssumed: boolean;
  /** The APIs that a Concord mock says that it serves; undefined of any other target. */
  readonly mockApis: readonly string[] | undefined;
  /** How many requests the run has sent, here and elsewhere. */
  readonly requests: () => number;
  /**
   * Tells when its turn comes. Rejects with an AbortError where the run was ended, or has sent as much as it may.
   */
  send(request: WireRequest, begins?: () => void): Promise<WireResponse>;
  /** The same without waiting for a turn: where that is what is tried. */
  sendAtOnce(request: WireRequest): Promise<WireResponse>;
  /** Sends a request though the run was ended: to leave nothing behind. */
  sendAfterwards(request: WireRequest): Promise<WireResponse>;
  /** Lets time pass on a mock for the organization that is the run's own; answers whether it did. */
  pass(milliseconds: number): Promise<boolean>;
  /** How fast a mock lets the organization call that is the run's own; nothing where that is not known. */
  limit(): Promise<Limit | undefined>;
  /** Whether an answer refuses a request for how often one asks, so that it may be sent again when its turn comes. */
  isLater(response: WireResponse): boolean;
  /** The request with the credentials that its operation needs. */
  authorize(operation: Operation, request: WireRequest): WireRequest;
  /** Whether a text has the token in it; one that is short could be there by chance. */
  showsToken(text: string): boolean;
  /** Others as whom requests can be sent. */
  readonly identities: Identities;
  /** The variable that commands take the token from. */
  readonly variable: string;
  /** Whether it is asked with credentials at all. */
  readonly hasToken: boolean;
  /** Whether these are a user and a password. */
  readonly hasPassword: boolean;
  /** The text with every secret taken out of it. */
  mask(text: string): string;
  /** The same target, asked with the token of a family of operations where a mock is asked without one. */
  of(family: string): Target;
  close(): Promise<void>;
}

/** How many requests may come at once, and how many more each second. */
interface Limit {
  readonly burst: number;
  readonly perSecond: number;
}

export interface TargetOptions {
  readonly token?: string;
  /** The variables that the tokens are from, where they are not the usual ones. */
  readonly variables?: TokenVariables;
  readonly identities?: IdentityTokens;
  /** Secrets beside the tokens. */
  readonly secrets?: readonly string[];
  /** Sends the requests, and is not closed with the target; connections of its own, if not said. */
  readonly dispatcher?: Dispatcher;
  /** Those that the dispatcher goes through. */
  readonly proxy?: ProxyPlaces;
  readonly signal?: AbortSignal;
  /** Tells with each answer how long it took. */
  readonly isTimed?: boolean;
  /** Counts the requests; one of its own, if not said. */
  readonly meter?: Meter;
}

const TIMEOUT_MS = 10_000;
/** How long, and how large, a body may be; once one did not end, less time is spent on others. */
const MAX_BODY = { ms: 30_000, bytes: 16 * 1024 * 1024 };
const MAX_LATER_MS = 5_000;
/** So much is read of a stream of messages, which may be endless: nothing of it is judged. */
const MAX_STREAM = { ms: 300, bytes: 64 * 1024 };

/** So much is shown of a body that does not end. */
const SHOWN_BYTES = 2000;

/** What a mock answers on /_concord, where it names itself. */
const MOCK_PATH = "/_concord";

/** The organization of a run on a mock that is given no token. */
const OWN = "conformance";

/**
 * Connects to a provider.
 * @throws ToolError "unreachable-target" where nothing answers, "invalid-target" where the URL is none.
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
  const { isMock, acceptsAssumed, mockApis } = await namesItself().catch(async (error: unknown) => {
    await own?.destroy();
    throw unreachable(url, error, { proxy, mask: maskSecrets(others), isEnded: signal?.aborted ?? false });
  });
  let maxBodyMs = MAX_BODY.ms;
  const isPaced = !isMock || meter.isLimited;
  return of();

  /** On a mock, each family has an organization of its own: what one does changes nothing for another. */
  function of(family?: string): Target {
    const organization = family === undefined ? OWN : `${OWN}-${family}`;
    const bearer = token ?? (isMock ? `org_${organization}` : undefined);
    const tokens = { ...(isMock && { other: `org_${organization}-other` }), ...identities };
    const secrets = [bearer, ...Object.values(tokens), ...others].filter((secret) => secret !== undefined);
    const maskOwn = maskSecrets(secrets);
    return {
      url: origin + prefix,
      isMock,
      acceptsAssumed,
      mockApis,
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

  async function namesItself(): Promise<Pick<Target, "isMock" | "acceptsAssumed" | "mockApis">> {
    const { statusCode, body } = await sender.request({
      origin,
      method: "GET",
      path: prefix + MOCK_PATH,
      ...(signal && { signal }),
    });
    const text = await textOf(body);
    // A target has no business with it (RFC 9110, section 15.5.8).
    if (statusCode === 407 && proxy !== undefined) throw new ProxyRefusal("it was answered 407");
    const isNamed = statusCode === 200 && /"concord":"mock"/.test(text);
    return {
      isMock: isNamed,
      acceptsAssumed: isNamed && /"strictAssumed":false/.test(text),
      mockApis: isNamed ? apisIn(text) : undefined,
    };
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
      // Whoever ended it knows why.
      if (ending?.aborted) return;
      if (error instanceof Endless) maxBodyMs = MAX_LATER_MS;
      throw new Unfinished({ ...begun, body: part }, error);
    });
    const milliseconds = clock?.since(options);
    return { ...begun, body: text, ...(milliseconds !== undefined && { milliseconds }) };
  }
}

/** The APIs that a mock names; none where the text is not JSON of that shape. */
function apisIn(text: string): readonly string[] {
  try {
    const { apis } = JSON.parse(text) as { readonly apis?: unknown };
    return Array.isArray(apis) ? apis.map(String) : [];
  } catch {
    return [];
  }
}

/** As much of a stream as comes at once. */
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
    // What came until then is all that there is.
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(chunks).toString();
}

/** The whole of a body, which may neither be endless nor take for ever; somebody is told of one that ends early. */
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
    // Of what does not end, the beginning tells enough.
    const end = error instanceof Endless ? SHOWN_BYTES : size;
    onBroken?.(Buffer.concat(chunks).subarray(0, end).toString(), error);
    throw error;
  }
  return Buffer.concat(chunks).toString();
}
