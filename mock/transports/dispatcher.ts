import { STATUS_CODES } from "node:http";
import { Dispatcher } from "undici";
import type { MockRequest, MockResponse } from "../exchange.ts";
import type { Platform } from "../platform.ts";

/** The older names of a handler's methods, which the fetch that is built into some versions of Node still has. */
interface OlderHandler {
  onConnect?(abort: (reason?: Error) => void): void;
  onHeaders?(status: number, headers: Buffer[], resume: () => void, statusText: string): boolean;
  onData?(chunk: Buffer): boolean;
  onComplete?(trailers: Buffer[]): void;
  onError?(error: Error): void;
}

type AnyHandler = Dispatcher.DispatchHandler & OlderHandler;

/** An undici dispatcher that brings requests to a platform with no socket in between. */
export function createDispatcher(platform: Platform): Dispatcher {
  return new PlatformDispatcher(platform);
}

class PlatformDispatcher extends Dispatcher {
  readonly #platform: Platform;

  constructor(platform: Platform) {
    super();
    this.#platform = platform;
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: AnyHandler): boolean {
    const controller = createController();
    start(handler, controller);
    void this.#deliver(options, handler, controller);
    return true;
  }

  override close(callback?: () => void): Promise<void> {
    callback?.();
    return Promise.resolve();
  }

  override destroy(...rest: unknown[]): Promise<void> {
    const callback = rest.at(-1);
    if (typeof callback === "function") callback();
    return Promise.resolve();
  }

  async #deliver(options: Dispatcher.DispatchOptions, handler: AnyHandler, controller: Controller): Promise<void> {
    try {
      const body =
        options.body === null || options.body === undefined ? undefined : await bytesOf(options.body, handler);
      const request: MockRequest = {
        method: options.method,
        url: urlOf(options),
        headers: headersOf(options.headers),
        body,
      };
      const response = await this.#platform.handle(request);
      if (controller.aborted) throw controller.reason ?? new Error("The request was aborted");
      finish(handler, controller, response);
    } catch (error) {
      fail(handler, controller, error as Error);
    }
  }
}

interface Controller extends Dispatcher.DispatchController {
  aborted: boolean;
  reason: Error | null;
}

function createController(): Controller {
  return {
    aborted: false,
    paused: false,
    reason: null,
    abort(reason) {
      this.aborted = true;
      this.reason = reason;
    },
    pause() {},
    resume() {},
  };
}

function start(handler: AnyHandler, controller: Controller): void {
  if (handler.onRequestStart) handler.onRequestStart(controller, null);
  else handler.onConnect?.((reason) => controller.abort(reason ?? new Error("The request was aborted")));
}

function finish(handler: AnyHandler, controller: Controller, { status, headers, body }: MockResponse): void {
  const sent = { ...headers, "content-length": String(body.length) };
  const bytes = body as Buffer;
  if (handler.onResponseStart) {
    handler.onResponseStart(controller, status, sent, STATUS_CODES[status] ?? "");
    if (bytes.length > 0) handler.onResponseData?.(controller, bytes);
    handler.onResponseEnd?.(controller, {});
    return;
  }
  const raw = Object.entries(sent).flatMap(([name, value]) => [Buffer.from(name), Buffer.from(value)]);
  handler.onHeaders?.(status, raw, () => {}, STATUS_CODES[status] ?? "");
  if (bytes.length > 0) handler.onData?.(bytes);
  handler.onComplete?.([]);
}

function fail(handler: AnyHandler, controller: Controller, error: Error): void {
  if (handler.onResponseError) handler.onResponseError(controller, error);
  else handler.onError?.(error);
}

function urlOf({ path, query }: Dispatcher.DispatchOptions): string {
  if (!query) return path;
  return `${path}${path.includes("?") ? "&" : "?"}${new URLSearchParams(query as Record<string, string>).toString()}`;
}

/** undici takes headers as an object, as pairs, or as a flat list of names and values. */
function headersOf(headers: Dispatcher.DispatchOptions["headers"]): Record<string, string> {
  const result: Record<string, string> = {};
  if (!headers) return result;
  if (Array.isArray(headers)) {
    const isFlat = headers.every((item) => typeof item === "string");
    if (isFlat)
      for (let index = 0; index < headers.length; index += 2)
        result[String(headers[index]).toLowerCase()] = String(headers[index + 1]);
    else
      for (const [name, value] of headers as unknown as [string, string][]) result[name.toLowerCase()] = String(value);
    return result;
  }
  const pairs = Symbol.iterator in headers ? (headers as Iterable<[string, string]>) : Object.entries(headers);
  for (const [name, value] of pairs)
    if (value !== undefined) result[name.toLowerCase()] = Array.isArray(value) ? value.join(", ") : String(value);
  return result;
}

async function bytesOf(
  body: NonNullable<Dispatcher.DispatchOptions["body"]>,
  handler: AnyHandler,
): Promise<Uint8Array> {
  if (typeof body === "string") return Buffer.from(body);
  if (body instanceof Uint8Array) return body;
  const chunks: Uint8Array[] = [];
  for await (const chunk of body as AsyncIterable<Uint8Array | string>) {
    const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    chunks.push(bytes);
    handler.onBodySent?.(bytes as Buffer);
  }
  handler.onRequestSent?.();
  return Buffer.concat(chunks);
}
