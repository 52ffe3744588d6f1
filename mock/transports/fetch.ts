import type { Platform } from "../platform/platform.ts";
import { STATUS_CODES } from "node:http";
import { type MockResponse, hasLength } from "../model/exchange.ts";
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
  return async (input, init) => {
    const { request, signal } = argumentsOf(input, init);
    signal?.throwIfAborted();
    const { host, pathname, search, protocol } = new URL(request.url);
    const handle = async (body?: Uint8Array): Promise<MockResponse> => {
      const mockRequest = {
        method: request.method,
        url: pathname + search,
        headers: { host, ...Object.fromEntries(request.headers) },
        body,
        isSecure: protocol === "https:",
      };
      const refusal = refuseOversized(mockRequest, platform);
      return refusal ? problemResponse(refusal) : platform.handle(mockRequest);
    };
    const pending = request.body ? request.arrayBuffer().then((bytes) => handle(new Uint8Array(bytes))) : handle();
    const response = await (signal ? unlessAborted(pending, signal) : pending);
    return response.transport ? responseWithEffects(response, signal) : responseOf(response, response.body);
  };
}

/**
 * Arguments of `fetch`, parsed by the standard Request. The signal is separate, because a Request that follows a signal
 * costs ten times as much.
 */
function argumentsOf(input: Request | string | URL, init: RequestInit = {}): FetchArguments {
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

function responseOf(response: MockResponse, body: Uint8Array | ReadableStream<Uint8Array>): Response {
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
  void sendWithEffects(response, response.transport ?? {}, {
    onClosed(callback) {
      onClosed = callback;
      signal?.addEventListener("abort", abort);
    },
    head: () => resolve(responseOf(response, body.stream)),
    data: body.add,
    end: body.end,
    cut: () => body.failAfterwards(new TypeError("terminated", { cause: connectionError("UND_ERR_SOCKET") })),
    reset: () => reject(new TypeError("fetch failed", { cause: connectionError("ECONNRESET") })),
  })
    .catch(reject)
    .finally(() => signal?.removeEventListener("abort", abort));
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
