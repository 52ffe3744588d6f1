import { runInBackground } from "../model/background.ts";
import type { Platform } from "../platform/platform.ts";
import { STATUS_CODES } from "node:http";
import { type MockRequest, type MockResponse, hasLength } from "../model/exchange.ts";
import { problemResponse } from "../model/problem.ts";
import { connectionError } from "./connection-error.ts";
import { sendWithEffects } from "./send-with-effects.ts";
import { refuseOversized } from "../model/body-limits.ts";

/** Drop-in replacement for `fetch`. */
export type MockFetch = (input: Request | string | URL, init?: RequestInit) => Promise<Response>;

interface FetchArguments {
  readonly request: Request;
  readonly signal: AbortSignal | null | undefined;
}

/** Origin of a URL that is only a path. */
const DEFAULT_ORIGIN = "http://localhost";

/**
 * `fetch` that passes requests to a mock without a socket, whatever their host. It returns redirects and does not
 * follow them.
 */
export function createFetch(platform: Pick<Platform, "handle"> & Partial<Pick<Platform, "bodyLimit">>): MockFetch {
  const handleBounded = async (request: MockRequest): Promise<MockResponse> => {
    const refusal = refuseOversized(request, platform);
    if (refusal) return problemResponse(refusal);
    return platform.handle(request);
  };
  return async (input, init) => {
    const plain = readPlainRequest(input, init);
    if (plain) {
      const response = await handleBounded(plain);
      if (response.transport) return responseWithEffects(response, undefined);
      return toFetchResponse(response, response.body);
    }
    const { request, signal } = parseArguments(input, init);
    signal?.throwIfAborted();
    const { method, body } = request;
    const mockRequest = {
      method,
      ...toRequestAddress(new URL(request.url), Object.fromEntries(request.headers)),
      body: undefined,
    };
    const pending = body
      ? request.arrayBuffer().then((bytes) => handleBounded({ ...mockRequest, body: new Uint8Array(bytes) }))
      : handleBounded(mockRequest);
    const response = await (signal ? unlessAborted(pending, signal) : pending);
    if (response.transport) return responseWithEffects(response, signal);
    return toFetchResponse(response, response.body);
  };
}

function toRequestAddress(
  { host, pathname, search, protocol }: URL,
  headers: Readonly<Record<string, string>>,
): Pick<MockRequest, "url" | "headers" | "isSecure"> {
  return { url: pathname + search, headers: { host, ...headers }, isSecure: protocol === "https:" };
}

/** Members of plain arguments, and methods that need no normalization. */
const plainMembers: ReadonlySet<string> = new Set(["method", "headers", "body"]);
const plainMethods: ReadonlySet<string> = new Set(["GET", "POST", "PUT", "PATCH", "DELETE"]);

/**
 * Request of the usual arguments of `fetch`: a URL as text, a record of headers, a text as body. It is the same as that
 * of a standard Request, which takes longer than the mock. Undefined for other arguments.
 */
function readPlainRequest(input: Request | string | URL, init: RequestInit = {}): MockRequest | undefined {
  const { method = "GET", headers = {}, body } = init;
  if (typeof input !== "string" || !plainMethods.has(method) || Object.getPrototypeOf(headers) !== Object.prototype)
    return undefined;
  const hasBody = typeof body === "string" && method !== "GET";
  if (!hasBody && body !== undefined) return undefined;
  for (const name in init) if (!plainMembers.has(name)) return undefined;
  const sent: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers as Readonly<Record<string, unknown>>)) {
    // Names in lower case are sent once, and a value with a space at its ends would be trimmed.
    if (typeof value !== "string" || !/^[a-z][a-z\d-]*$/.test(name) || !/^(?:[!-~](?:[ -~]*[!-~])?)?$/.test(value))
      return undefined;
    sent[name] = value;
  }
  const url = input.startsWith("/") ? DEFAULT_ORIGIN + input : input;
  const parsed = URL.parse(url);
  if (!parsed || parsed.username !== "" || parsed.password !== "") return undefined;
  if (hasBody) sent["content-type"] ??= "text/plain;charset=UTF-8";
  return { method, ...toRequestAddress(parsed, sent), body: hasBody ? Buffer.from(body) : undefined };
}

/**
 * Arguments of `fetch`, parsed by the standard Request. The signal is separate, because a Request that follows a signal
 * costs ten times as much.
 */
function parseArguments(input: Request | string | URL, init: RequestInit = {}): FetchArguments {
  const isRequest = typeof input === "object" && "headers" in input;
  const { signal = isRequest ? input.signal : undefined, ...rest } = init;
  // A Request may come from another implementation. Without further options it is used as it is.
  if (isRequest && Object.keys(rest).length === 0) return { request: input, signal };
  const target = typeof input === "string" && input.startsWith("/") ? DEFAULT_ORIGIN + input : input;
  return { request: new Request(target, rest), signal };
}

async function unlessAborted<T>(pending: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(signal.reason);
  signal.addEventListener("abort", abort);
  try {
    return await Promise.race([pending, aborted]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

function toFetchResponse(response: MockResponse, body: Uint8Array | ReadableStream<Uint8Array>): Response {
  const { status } = response;
  const headers: Record<string, string> = { ...response.headers };
  if (hasLength(response)) headers["content-length"] ??= String(response.body.length);
  const content = response.body.length === 0 ? null : (body as Uint8Array<ArrayBuffer>);
  return new Response(content, { status, statusText: STATUS_CODES[status] ?? "", headers });
}

/** Response with the effects of faults on its body. Rejects with the error that `fetch` rejects with. */
function responseWithEffects(response: MockResponse, signal: AbortSignal | null | undefined): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  let onClosed = (): void => {};
  const body = createBody(() => onClosed());
  const abort = (): void => {
    reject(signal?.reason);
    body.fail(signal?.reason);
    onClosed();
  };
  const sending = sendWithEffects(response, response.transport ?? {}, {
    onClosed(callback) {
      onClosed = callback;
      signal?.addEventListener("abort", abort);
    },
    head: () => resolve(toFetchResponse(response, body.stream)),
    data: body.add,
    end: body.end,
    cut: () => body.failAfterwards(new TypeError("terminated", { cause: connectionError("UND_ERR_SOCKET") })),
    reset: () => reject(new TypeError("fetch failed", { cause: connectionError("ECONNRESET") })),
  });
  runInBackground("send a response", () =>
    sending.catch(reject).finally(() => signal?.removeEventListener("abort", abort)),
  );
  return promise;
}

/** Response body that is written piece by piece. */
function createBody(onCancel: () => void) {
  let writer!: ReadableStreamDefaultController<Uint8Array>;
  let failure: unknown;
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => void (writer = controller),
    pull: () => void (failure !== undefined && writer.error(failure)),
    cancel: onCancel,
  });
  return {
    stream,
    // A copy, because the mock keeps the bytes, and the reader may change them.
    add: (bytes: Uint8Array) => writer.enqueue(Uint8Array.from(bytes)),
    end: () => writer.close(),
    fail: (reason: unknown) => writer.error(reason),
    /** Fails after all written bytes are read. A stream that fails at once would discard them. */
    failAfterwards(reason: unknown) {
      failure = reason;
      if ((writer.desiredSize ?? 0) > 0) writer.error(reason);
    },
  };
}
