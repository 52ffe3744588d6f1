import type { Platform } from "../platform/platform.ts";
import { STATUS_CODES } from "node:http";
import { type MockResponse, hasLength } from "../model/exchange.ts";
import { problemResponse } from "../model/problem.ts";
import { broken } from "./broken.ts";
import { carry } from "./carry.ts";
import { beyondLimits } from "../model/body-limits.ts";

/** Answers as the `fetch` of the web platform does, and may stand in its place. */
export type MockFetch = (input: Request | string | URL, init?: RequestInit) => Promise<Response>;

interface Asked {
  readonly request: Request;
  readonly signal: AbortSignal | null | undefined;
}

/** What stands before a path that names no host. */
const SOME_HOST = "http://localhost";

/**
 * A handler that brings requests to a platform with no socket in between, whatever host is asked for.
 * Redirects are answered, not followed: that is for who mounts it, or whose client it serves.
 */
export function createFetch(platform: Pick<Platform, "handle"> & Partial<Pick<Platform, "bodyLimit">>): MockFetch {
  return async (input, init) => {
    const { request, signal } = askedBy(input, init);
    signal?.throwIfAborted();
    const { host, pathname, search, protocol } = new URL(request.url);
    const handle = async (body?: Uint8Array): Promise<MockResponse> => {
      const asked = {
        method: request.method,
        url: pathname + search,
        headers: { host, ...Object.fromEntries(request.headers) },
        body,
        isSecure: protocol === "https:",
      };
      const refusal = beyondLimits(asked, platform);
      return refusal ? problemResponse(refusal) : platform.handle(asked);
    };
    const answering = request.body ? request.arrayBuffer().then((bytes) => handle(new Uint8Array(bytes))) : handle();
    const response = await (signal ? unlessAborted(answering, signal) : answering);
    return response.transport ? carried(response, signal) : responseOf(response, response.body);
  };
}

/**
 * The standard's own Request reads and checks all that may be asked. But for the signal: what a Request
 * does to follow one costs ten times as much as all the rest.
 */
function askedBy(input: Request | string | URL, init: RequestInit = {}): Asked {
  const isRequest = typeof input === "object" && "headers" in input;
  const { signal = isRequest ? input.signal : undefined, ...rest } = init;
  // A Request may be another implementation's: it is taken as it is where nothing is said beside it.
  if (isRequest && Object.keys(rest).length === 0) return { request: input, signal };
  const target = typeof input === "string" && input.startsWith("/") ? SOME_HOST + input : input;
  return { request: new Request(target, rest), signal };
}

async function unlessAborted<T>(answering: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(signal.reason);
  signal.addEventListener("abort", abort);
  try {
    return await Promise.race([answering, aborted]);
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
function carried(response: MockResponse, signal: AbortSignal | null | undefined): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  let gone = (): void => {};
  const body = createBody(() => gone());
  const abort = (): void => {
    reject(signal?.reason);
    body.fail(signal?.reason);
    gone();
  };
  void carry(response, response.transport ?? {}, {
    onGone(callback) {
      gone = callback;
      signal?.addEventListener("abort", abort);
    },
    head: () => resolve(responseOf(response, body.stream)),
    data: body.add,
    end: body.end,
    cut: () => body.failAfterwards(new TypeError("terminated", { cause: broken("UND_ERR_SOCKET") })),
    reset: () => reject(new TypeError("fetch failed", { cause: broken("ECONNRESET") })),
  })
    .catch(reject)
    .finally(() => signal?.removeEventListener("abort", abort));
  return promise;
}

/** A body that is written piece by piece. */
function createBody(onCancel: () => void) {
  let writer!: ReadableStreamDefaultController<Uint8Array>;
  let fault: unknown;
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => void (writer = controller),
    pull: () => void (fault !== undefined && writer.error(fault)),
    cancel: onCancel,
  });
  return {
    stream,
    // A copy: the text of a resource is kept, and who reads a body may write into what was read.
    add: (bytes: Uint8Array) => writer.enqueue(Uint8Array.from(bytes)),
    end: () => writer.close(),
    fail: (reason: unknown) => writer.error(reason),
    /** Fails when all that came before was read: a stream that fails at once forgets it. */
    failAfterwards(reason: unknown) {
      fault = reason;
      if ((writer.desiredSize ?? 0) > 0) writer.error(reason);
    },
  };
}
