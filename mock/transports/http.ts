import type { Platform } from "../platform/platform.ts";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { type MockRequest, type MockResponse, hasLength } from "../model/exchange.ts";
import { isProbe } from "../platform/health.ts";
import { faultResponse, problemResponse } from "../model/problem.ts";
import { withOrigin } from "../semantics/cors.ts";
import { type Line, carry } from "./carry.ts";
import { type Drain, createDrain } from "./drain.ts";
import { MAX_BODY_BYTES, tooLarge } from "../model/body-limits.ts";
import { midway, refuseMalformed, refuseTunnel } from "./malformed.ts";
import { type Tls, ended, reset, serverOf, started } from "./server.ts";

/** Longer than this, bytes are not copied into a text for the sake of one write. */
const MAX_TEXT_BYTES = 16_384;

export interface Listening {
  readonly url: string;
  /**
   * Ends once what is being answered is done, or after so many milliseconds, none if not said. Until then
   * it tells that it lives and is not ready, and takes nothing else.
   */
  close(grace?: number): Promise<void>;
}

/** What answers requests: a platform, or whichever one stands behind this. */
export type RequestHandler = Pick<Platform, "handle" | "cors"> & Partial<Pick<Platform, "bodyLimit">>;

export interface ListenOptions {
  /** 0 takes any free port. */
  readonly port?: number;
  readonly host?: string;
  /** Serves over HTTPS, and not over HTTP. */
  readonly tls?: Tls;
}

/**
 * Serves a platform over HTTP/1.1, with TLS where a certificate is given.
 * @throws ToolError "cannot-listen" where the port cannot be had, "unusable-certificate" where the certificate cannot be used.
 */
export async function listen(
  handler: RequestHandler,
  { port = 0, host = "127.0.0.1", tls }: ListenOptions = {},
): Promise<Listening> {
  const server = await serverOf(tls);
  const drain = createDrain();
  const door: Door = { server, handler: tls ? securely(handler) : handler, drain };
  server.on("request", (incoming: IncomingMessage, outgoing: ServerResponse) => receive(door, incoming, outgoing));
  // Who asks first, as curl does, need not send what is too large.
  server.on("checkContinue", (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (!(Number(incoming.headers["content-length"]) > limitOf(door, incoming))) outgoing.writeContinue();
    receive(door, incoming, outgoing);
  });
  server.on("checkExpectation", (_incoming, outgoing: ServerResponse) => write(outgoing, unmet));
  server.on("clientError", refuseMalformed);
  server.on("connect", refuseTunnel);
  await started(server, port, host);
  const address = server.address();
  const actual = typeof address === "object" && address ? address.port : port;
  return {
    url: `http${tls ? "s" : ""}://${host.includes(":") ? `[${host}]` : host}:${actual}`,
    close: async (grace = 0) => ended(server, await drain.end(grace)),
  };
}

/** Where requests come in, and who answers them. */
interface Door {
  readonly server: Server;
  readonly handler: RequestHandler;
  readonly drain: Drain;
}

/** The same, told of each request that it came over HTTPS. */
function securely(handler: RequestHandler): RequestHandler {
  return { ...handler, handle: (request) => handler.handle({ ...request, isSecure: true }) };
}

/** How large a body may be, which is asked before any of it is read. */
function limitOf({ handler }: Door, incoming: IncomingMessage): number {
  const { method = "", url = "", headers } = incoming;
  const request = {
    method,
    url: pathOf(url),
    headers: headers as MockRequest["headers"],
    peer: peerOf(incoming),
  };
  return handler.bodyLimit?.(request) ?? MAX_BODY_BYTES;
}

/**
 * The address of who asks. A connection that is gone has none: that is nobody's, not this process's. HTTP/1.0 is spoken
 * by proxies (nginx does, if not told otherwise), so that the address says nothing of who asks.
 */
function peerOf({ socket, httpVersion }: IncomingMessage): string {
  return httpVersion === "1.0" ? "" : (socket.remoteAddress ?? "");
}

function receive(door: Door, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { server, handler, drain } = door;
  const method = incoming.method as string;
  const url = pathOf(incoming.url as string);
  const headers = incoming.headers as MockRequest["headers"];
  const peer = peerOf(incoming);
  if (headers["host"] === undefined && incoming.httpVersion === "1.1") return write(outgoing, noHost);
  if (!drain.isEnding) drain.enter(outgoing);
  else if (!isProbe(url)) return write(outgoing, ending);
  const length = headers["content-length"];
  if (length === undefined && headers["transfer-encoding"] === undefined) {
    answer({ method, url, headers, peer });
    return;
  }
  const limit = limitOf(door, incoming);
  if (Number(length) > limit) return refuseLarge(limit, handler, incoming, outgoing);
  const chunks: Buffer[] = [];
  let size = 0;
  incoming.on("data", collect);
  incoming.on("end", () => {
    answer({ method, url, headers, body: chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks), peer });
  });

  function collect(chunk: Buffer): void {
    size += chunk.length;
    chunks.push(chunk);
    if (size <= limit) return;
    chunks.length = 0;
    incoming.removeAllListeners("data").removeAllListeners("end");
    refuseLarge(limit, handler, incoming, outgoing);
  }

  function finish(request: MockRequest, response: MockResponse): void {
    // Who is answered at the end should not send more on the same connection.
    if (drain.isEnding || !server.listening) outgoing.shouldKeepAlive = false;
    send(outgoing, request, response);
  }

  function answer(request: MockRequest): void {
    void handler.handle(request).then((response) => finish(request, response));
  }
}

function send(outgoing: ServerResponse, { url }: MockRequest, response: MockResponse): void {
  try {
    if (!response.transport) return write(outgoing, response);
    carry(response, response.transport, lineOf(outgoing, response)).catch(refuse);
  } catch (error) {
    refuse(error);
  }

  /** A header that cannot be sent, say: it must not end the process. */
  function refuse(error: unknown): void {
    // What failed has set it already.
    outgoing.statusMessage = "";
    write(outgoing, faultResponse(error, url));
  }
}

function write(outgoing: ServerResponse, response: MockResponse): void {
  writeHead(outgoing, response);
  const { body } = response;
  // A head and a text go out in one write, a head and bytes in two; in latin1, each character is a byte.
  if (body.length <= MAX_TEXT_BYTES) outgoing.end(textOf(body), "latin1");
  else outgoing.end(body);
}

function textOf({ buffer, byteOffset, length }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, length).toString("latin1");
}

function writeHead(outgoing: ServerResponse, response: MockResponse): void {
  const { status, headers, body } = response;
  // In one array, because node:http copies an object's members one by one.
  const fields: string[] = [];
  for (const name in headers) fields.push(name, headers[name] as string);
  if (hasLength(response) && headers["content-length"] === undefined)
    fields.push("content-length", String(body.length));
  outgoing.writeHead(status, fields);
}

/** A connection over which a response is carried otherwise than whole and at once. */
function lineOf(outgoing: ServerResponse, response: MockResponse): Line {
  const { socket } = outgoing;
  return {
    onGone: (gone) => void outgoing.once("close", gone),
    head() {
      if (socket) midway.add(socket);
      writeHead(outgoing, response);
    },
    data: (bytes) => void outgoing.write(bytes),
    end() {
      if (socket) midway.delete(socket);
      outgoing.end();
    },
    // What was written is still sent.
    cut: () => void socket?.end(),
    reset: () => socket && reset(socket),
  };
}

/**
 * Answers at once. Some of what still comes is read, and forgotten: a client that is cut off while
 * it sends sees a broken connection instead of the answer.
 */
function refuseLarge(
  limit: number,
  { cors }: RequestHandler,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): void {
  let ignored = 0;
  const { status, headers, body } = withOrigin(cors ? incoming.headers.origin : undefined, refusedLarge(limit));
  outgoing.writeHead(status, { ...headers, "content-length": body.length });
  outgoing.write(body);
  incoming.on("data", (chunk: Buffer) => {
    ignored += chunk.length;
    if (ignored > MAX_BODY_BYTES) incoming.destroy();
  });
  incoming.on("end", () => outgoing.end());
}

/** Requests to a proxy carry the whole URL. */
function pathOf(url: string): string {
  if (url.startsWith("/")) return url;
  const found = URL.parse(url);
  return found ? found.pathname + found.search : "/";
}

const noHost = problemResponse({
  refused: "The request has no Host (RFC 9112, section 3.2)",
  status: 400,
  headers: { connection: "close" },
});

const ending = problemResponse({
  refused: "The mock is shutting down",
  status: 503,
  headers: { connection: "close" },
});

const unmet = problemResponse({ refused: 'The only expectation that can be met is "100-continue"', status: 417 });

function refusedLarge(limit: number): MockResponse {
  return problemResponse({ ...tooLarge(limit), headers: { connection: "close" } });
}
