import { type Dispatcher, Pool } from "undici";
import { type Operation, ToolError } from "../contracts/index.ts";
import { maskSecrets } from "../contracts/secrets/index.ts";
import { authorize } from "./credentials.ts";
import type { WireRequest, WireResponse } from "./exchange.ts";
import { type Identities, type IdentityTokens, identitiesOf } from "./identities.ts";
import { timed } from "./timed.ts";

/** A provider under test, and how to reach it. */
export interface Target {
  readonly url: string;
  /** Whether it is a Concord mock, where everything may be tried. */
  readonly isMock: boolean;
  /** How many requests have been sent. */
  readonly requests: () => number;
  /** Rejects with an AbortError where the run was ended, or has sent as much as it may. */
  send(request: WireRequest): Promise<WireResponse>;
  /** Sends a request though the run was ended: to leave nothing behind. */
  sendAfterwards(request: WireRequest): Promise<WireResponse>;
  /** Lets time pass on a mock for the organization that is the run's own; answers whether it did. */
  pass(milliseconds: number): Promise<boolean>;
  /** The request with the credentials that its operation needs. */
  authorize(operation: Operation, request: WireRequest): WireRequest;
  /** Whether a text has the token in it; one that is short could be there by chance. */
  showsToken(text: string): boolean;
  /** Others as whom requests can be sent. */
  readonly identities: Identities;
  /** The text with every secret taken out of it. */
  mask(text: string): string;
  close(): Promise<void>;
}

export interface TargetOptions {
  readonly token?: string;
  readonly identities?: IdentityTokens;
  /** Sends the requests, and is not closed with the target; connections of its own, if not said. */
  readonly dispatcher?: Dispatcher;
  readonly signal?: AbortSignal;
  /** Tells with each answer how long it took. */
  readonly isTimed?: boolean;
  /** So many requests are sent at most. */
  readonly maxRequests?: number;
  /** Is called when that many were sent, before the next one: it ends the run by its signal. */
  readonly onSpent?: () => void;
}

const TIMEOUT_MS = 10_000;
const MAX_BODY_MS = 30_000;
const MAX_BODY_BYTES = 16 * 1024 * 1024;

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
  { token, identities = {}, dispatcher, isTimed = false, signal, maxRequests = Infinity, onSpent }: TargetOptions = {},
): Promise<Target> {
  const base = URL.parse(url);
  if (!base || !/^https?:$/.test(base.protocol)) {
    throw new ToolError("invalid-target", `Cannot test "${url}": it is not an http or https URL`, {
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
  let requests = 0;
  const isMock = await namesItself().catch(async (error: unknown) => {
    await own?.destroy();
    const code = (error as NodeJS.ErrnoException).code;
    throw new ToolError(
      "unreachable-target",
      `Cannot reach "${url}": ${code === "ECONNREFUSED" ? "nothing listens there" : (error as Error).message || code}`,
      {
        hint: "Start it first, for example with: concord mock",
        cause: error,
      },
    );
  });
  const bearer = token ?? (isMock ? `org_${OWN}` : undefined);
  const tokens = { ...(isMock && { other: `org_${OWN}-other` }), ...identities };
  const secrets = [bearer, ...Object.values(tokens)].filter((secret) => secret !== undefined);

  return {
    url: origin + prefix,
    isMock,
    requests: () => requests,
    send: (request) => {
      if (requests >= maxRequests) onSpent?.();
      return sent(request, signal);
    },
    pass: async (milliseconds) => isMock && token === undefined && (await hasPassed(milliseconds).catch(() => false)),
    sendAfterwards: (request) => sent(request, AbortSignal.timeout(TIMEOUT_MS)),
    authorize: (operation, request) => (bearer === undefined ? request : authorize(operation, request, bearer)),
    showsToken: (text) => bearer !== undefined && bearer.length >= 8 && text.includes(bearer),
    identities: identitiesOf(tokens),
    mask: maskSecrets(secrets),
    close: async () => own?.close(),
  };

  async function namesItself(): Promise<boolean> {
    const { statusCode, body } = await sender.request({ origin, method: "GET", path: prefix + MOCK_PATH });
    const text = await textOf(body);
    return statusCode === 200 && /"concord":"mock"/.test(text);
  }

  async function hasPassed(milliseconds: number): Promise<boolean> {
    const { statusCode, body } = await sender.request({
      origin,
      method: "POST",
      path: `${prefix}${MOCK_PATH}/organizations/${OWN}/clock/advance`,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ milliseconds }),
    });
    await body.dump();
    return statusCode === 200;
  }

  async function sent(
    { method, path, headers, body }: WireRequest,
    ending: AbortSignal | undefined,
  ): Promise<WireResponse> {
    ending?.throwIfAborted();
    requests++;
    const options = {
      origin,
      method: method as "GET",
      path: prefix + path,
      headers,
      body: body ?? null,
      ...(ending && { signal: ending }),
    };
    const answer = await sender.request(options);
    const text = await textOf(answer.body);
    const milliseconds = clock?.since(options);
    const received = Object.entries(answer.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(", ") : String(value),
    ]);
    return {
      status: answer.statusCode,
      headers: Object.fromEntries(received) as Record<string, string>,
      body: text,
      ...(milliseconds !== undefined && { milliseconds }),
    };
  }
}

/** The whole of a body, which may neither be endless nor take for ever. */
async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const started = performance.now();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new Error(`the body is larger than ${MAX_BODY_BYTES / 1024 / 1024} MiB`);
    if (performance.now() - started > MAX_BODY_MS)
      throw new Error(`the body is not complete after ${MAX_BODY_MS / 1000} s`);
  }
  return Buffer.concat(chunks).toString();
}
