import { runInBackground } from "../model/background.ts";
import { STATUS_CODES } from "node:http";
import { createRequire } from "node:module";
import { type ParsedUrlQueryInput, stringify } from "node:querystring";
import type { Dispatcher } from "undici";
import { type MockRequest, type MockResponse, hasLength } from "../model/exchange.ts";
import { problemResponse } from "../model/problem.ts";
import { connectionError } from "./connection-error.ts";
import { type ResponseLine, sendWithEffects } from "./send-with-effects.ts";
import type { RequestHandler } from "./http.ts";
import { refuseOversized } from "../model/body-limits.ts";

/** Older names of a handler's methods. The built-in fetch of some versions of Node still uses them. */
interface OlderHandler {
  onConnect?(abort: (reason?: Error) => void): void;
  onHeaders?(status: number, headers: Buffer[], resume: () => void, statusText: string): boolean;
  onData?(chunk: Buffer): boolean;
  onComplete?(trailers: Buffer[]): void;
  onError?(error: Error): void;
}

type AnyHandler = Dispatcher.DispatchHandler & OlderHandler;

const require = createRequire(import.meta.url);

/**
 * undici dispatcher that passes requests to a mock without a socket. Loads undici only when called, because loading it
 * takes as long as the rest of the mock, and a server does not need it.
 */
export function createDispatcher(platform: RequestHandler): Dispatcher {
  const undici = require("undici") as { Dispatcher: typeof Dispatcher };
  return new (dispatcherClass(undici.Dispatcher))(platform);
}

function dispatcherClass(Base: typeof Dispatcher) {
  return class PlatformDispatcher extends Base {
    readonly #platform: RequestHandler;

    constructor(platform: RequestHandler) {
      super();
      this.#platform = platform;
    }

    override dispatch(options: Dispatcher.DispatchOptions, handler: AnyHandler): boolean {
      const controller = new Controller(handler);
      controller.start();
      if (!controller.isOver) runInBackground("answer a request", () => this.#deliver(options, handler, controller));
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
          options.body === null || options.body === undefined ? undefined : await collectBytes(options.body, handler);
        const request: MockRequest = {
          method: options.method,
          url: toRequestUrl(options),
          headers: { ...toHostHeader(options.origin), ...normalizeHeaders(options.headers) },
          body,
          isSecure: String(options.origin).startsWith("https:"),
        };
        const refusal = refuseOversized(request, this.#platform);
        const response = refusal ? problemResponse(refusal) : await this.#platform.handle(request);
        if (response.transport) await sendWithEffects(response, response.transport, controller.line(response));
        else controller.finish(response);
      } catch (error) {
        controller.fail(error as Error);
      }
    }
  };
}

/** Controller of one exchange. It ends once: with a response, an error or an abort. */
class Controller implements Dispatcher.DispatchController {
  aborted = false;
  readonly paused = false;
  reason: Error | null = null;
  /** Read by undici's own fetch. */
  rawHeaders: Record<string, string> | null = null;
  isOver = false;
  readonly #handler: AnyHandler;
  #onClosed: (() => void) | undefined;

  constructor(handler: AnyHandler) {
    this.#handler = handler;
  }

  start(): void {
    if (this.#handler.onRequestStart) this.#handler.onRequestStart(this, null);
    else this.#handler.onConnect?.((reason) => this.abort(reason));
  }

  abort(reason: Error = new DOMException("The request was aborted", "AbortError")): void {
    if (this.isOver) return;
    this.aborted = true;
    this.reason = reason;
    this.fail(reason);
  }

  pause(): void {}

  resume(): void {}

  finish(response: MockResponse): void {
    if (this.isOver) return;
    this.#head(response);
    // Each call of the handler may abort the exchange.
    if (response.body.length > 0 && !this.aborted) this.#data(response.body);
    this.#end();
  }

  /** Connection for a response with effects of faults. */
  line(response: MockResponse): ResponseLine {
    return {
      onClosed: (callback) => {
        if (this.isOver) callback();
        else this.#onClosed = callback;
      },
      head: () => this.#head(response),
      data: (bytes) => this.#data(bytes),
      end: () => this.#end(),
      cut: () => this.fail(connectionError("UND_ERR_SOCKET")),
      reset: () => this.fail(connectionError("ECONNRESET")),
    };
  }

  #head(response: MockResponse): void {
    const handler = this.#handler;
    const { status, headers, body } = response;
    const sent: Record<string, string> = { ...headers };
    if (hasLength(response)) sent["content-length"] ??= String(body.length);
    this.rawHeaders = sent;
    const text = STATUS_CODES[status] ?? "";
    if (handler.onResponseStart) handler.onResponseStart(this, status, sent, text);
    else handler.onHeaders?.(status, rawHeaders(sent), () => {}, text);
  }

  #data(bytes: Uint8Array): void {
    if (this.#handler.onResponseData) this.#handler.onResponseData(this, bytes as Buffer);
    else this.#handler.onData?.(bytes as Buffer);
  }

  #end(): void {
    if (this.aborted) return;
    this.isOver = true;
    const handler = this.#handler;
    if (handler.onResponseEnd) handler.onResponseEnd(this, {});
    else handler.onComplete?.([]);
  }

  fail(error: Error): void {
    if (this.isOver) return;
    this.isOver = true;
    this.#onClosed?.();
    if (this.#handler.onResponseError) this.#handler.onResponseError(this, error);
    else this.#handler.onError?.(error);
  }
}

function rawHeaders(headers: Readonly<Record<string, string>>): Buffer[] {
  return Object.entries(headers).flatMap(([name, value]) => [Buffer.from(name), Buffer.from(value)]);
}

function toRequestUrl({ path, query }: Dispatcher.DispatchOptions): string {
  if (query) return `${path}?${stringify(query as ParsedUrlQueryInput)}`;
  return path;
}

/** Host header, because a host such as "api.localhost" selects an API. */
function toHostHeader(origin: Dispatcher.DispatchOptions["origin"]): { readonly host?: string } {
  const text = String(origin ?? "");
  if (text.includes(".localhost")) return { host: text.slice(text.indexOf("//") + 2) };
  return {};
}

/** Headers by lower-case name. undici accepts an object, pairs, or a flat list of names and values. */
function normalizeHeaders(headers: Dispatcher.DispatchOptions["headers"]): Record<string, string> {
  const result: Record<string, string> = {};
  if (!headers) return result;
  if (Array.isArray(headers) && !Array.isArray(headers[0])) {
    for (let index = 0; index < headers.length; index += 2)
      result[String(headers[index]).toLowerCase()] = String(headers[index + 1]);
    return result;
  }
  const pairs = Symbol.iterator in headers ? (headers as Iterable<[string, string]>) : Object.entries(headers);
  for (const [name, value] of pairs)
    if (value !== undefined) result[name.toLowerCase()] = Array.isArray(value) ? value.join(", ") : String(value);
  return result;
}

async function collectBytes(
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
