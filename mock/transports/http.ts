import { runInBackground } from "../model/background.ts";
import { setTimeout } from "node:timers/promises";
import type { Platform } from "../platform/platform.ts";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { cachedBy } from "../model/cached-by.ts";
import { type MockRequest, type MockResponse, hasLength, toBuffer } from "../model/exchange.ts";
import { isProbe } from "../platform/health.ts";
import { errorResponse, problemResponse, retrySoon } from "../model/problem.ts";
import { withCorsHeaders } from "../semantics/cors.ts";
import { type ResponseLine, sendWithEffects } from "./send-with-effects.ts";
import { type Drain, createDrain } from "./drain.ts";
import { MAX_BODY_BYTES, refuseLargeBody } from "../model/body-limits.ts";
import { partlySent, refuseMalformed, refuseTunnel } from "./malformed.ts";
import { type Tls, closeServer, resetConnection, createHttpServer, startServer } from "./server.ts";

/** Largest body that is written in the same write as its head. */
const MAX_TEXT_BYTES = 65_536;

/** Smallest body whose text is kept as long as the body. */
const MIN_KEPT_BYTES = 2048;

/** A running HTTP server. */
export interface Listening {
  readonly url: string;
  /**
   * Serves requests for `delay` milliseconds, without keeping their connections. Shuts down when all open requests have a
   * response, and `grace` milliseconds later at the latest. Until then it only responds to health probes. Default: 0.
   */
  close(grace?: number, delay?: number): Promise<void>;
}

/** Handler of requests: a platform, or an object that forwards to one. */
export type RequestHandler = Pick<Platform, "handle" | "cors"> & Partial<Pick<Platform, "bodyLimit">>;

export interface ListenOptions {
  /** 0 means any free port. */
  readonly port?: number;
  /** Address to listen on. Default: 127.0.0.1, which only this machine reaches. */
  readonly host?: string;
  /** Serves HTTPS instead of HTTP. */
  readonly tls?: Tls;
}

/**
 * Serves a platform over HTTP/1.1, with TLS if a certificate is given.
 * @throws ToolError "cannot-listen" if the port is not available, "unusable-certificate" if the certificate is invalid.
 */
export async function listen(
  handler: RequestHandler,
  { port = 0, host = "127.0.0.1", tls }: ListenOptions = {},
): Promise<Listening> {
  const server = await createHttpServer(tls);
  const drain = createDrain();
  const httpServer: HttpServer = { server, handler: tls ? markSecure(handler) : handler, drain };
  server.on("request", (incoming: IncomingMessage, outgoing: ServerResponse) =>
    receiveRequest(httpServer, incoming, outgoing),
  );
  // A client that sends "Expect: 100-continue", such as curl, learns before sending that its body is too large.
  server.on("checkContinue", (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (!(Number(incoming.headers["content-length"]) > readBodyLimit(httpServer, incoming))) outgoing.writeContinue();
    receiveRequest(httpServer, incoming, outgoing);
  });
  server.on("checkExpectation", (_incoming, outgoing: ServerResponse) => writeResponse(outgoing, unmetExpectation));
  server.on("clientError", refuseMalformed);
  server.on("connect", refuseTunnel);
  await startServer(server, port, host);
  const address = server.address();
  const actual = typeof address === "object" && address ? address.port : port;
  return {
    url: `http${tls ? "s" : ""}://${host.includes(":") ? `[${host}]` : host}:${actual}`,
    close: async (grace = 0, delay = 0) => {
      drain.announce();
      if (delay > 0) await setTimeout(delay);
      await closeServer(server, await drain.end(grace));
    },
  };
}

/** Server with the handler of its requests. */
interface HttpServer {
  readonly server: Server;
  readonly handler: RequestHandler;
  readonly drain: Drain;
}

/** Handler that marks each request as sent over HTTPS. */
function markSecure(handler: RequestHandler): RequestHandler {
  return { ...handler, handle: (request) => handler.handle({ ...request, isSecure: true }) };
}

/** Limit of the body of a request, known before the body is read. */
function readBodyLimit({ handler }: HttpServer, incoming: IncomingMessage): number {
  const { method = "", url = "", headers } = incoming;
  const request = {
    method,
    url: toRequestPath(url),
    headers: headers as MockRequest["headers"],
    peer: readPeer(incoming),
    connection: readConnection(incoming),
  };
  return handler.bodyLimit?.(request) ?? MAX_BODY_BYTES;
}

/**
 * Network address of the client. Empty for a closed connection, which must not count as local. Empty for HTTP/1.0, too:
 * proxies such as nginx speak it by default, and then the address is that of the proxy.
 */
function readPeer({ socket, httpVersion }: IncomingMessage): string {
  if (httpVersion === "1.0") return "";
  return socket.remoteAddress ?? "";
}

function readConnection({ socket }: IncomingMessage): MockRequest["connection"] {
  const { remotePort: peerPort, localPort: port } = socket;
  if (peerPort === undefined || port === undefined) return undefined;
  return { peerPort, port };
}

function receiveRequest(httpServer: HttpServer, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { server, handler, drain } = httpServer;
  const method = incoming.method as string;
  const url = toRequestPath(incoming.url as string);
  const headers = incoming.headers as MockRequest["headers"];
  const peer = readPeer(incoming);
  const connection = readConnection(incoming);
  if (headers["host"] === undefined && incoming.httpVersion === "1.1") return writeResponse(outgoing, noHost);
  if (drain.isEnding && !isProbe(url)) return writeResponse(outgoing, ending);
  const length = headers["content-length"];
  if (length === undefined && headers["transfer-encoding"] === undefined) {
    answerRequest({ method, url, headers, peer, connection });
    return;
  }
  const limit = readBodyLimit(httpServer, incoming);
  if (Number(length) > limit) return refuseLarge(limit, handler, incoming, outgoing);
  const chunks: Buffer[] = [];
  let size = 0;
  incoming.on("data", collectChunk);
  incoming.on("end", () => {
    const body = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
    answerRequest({ method, url, headers, body, peer, connection });
  });

  function collectChunk(chunk: Buffer): void {
    size += chunk.length;
    chunks.push(chunk);
    if (size <= limit) return;
    chunks.length = 0;
    incoming.removeAllListeners("data").removeAllListeners("end");
    refuseLarge(limit, handler, incoming, outgoing);
  }

  function finishResponse(request: MockRequest, response: MockResponse): void {
    // During shutdown, a connection must not be reused.
    if (drain.isAnnounced || !server.listening) outgoing.shouldKeepAlive = false;
    const sending = sendResponse(outgoing, request, response);
    if (sending) runInBackground("send a response", () => sending.finally(drain.leave));
    else drain.leave();
  }

  function answerRequest(request: MockRequest): void {
    drain.enter();
    const respondWithError = (error: unknown): void => finishResponse(request, errorResponse(error, request.url));
    runInBackground("answer a request", () =>
      handler.handle(request).then((response) => finishResponse(request, response), respondWithError),
    );
  }
}

/** Gives a response to its connection. A promise if that takes time, because a fault delays the response. */
function sendResponse(
  outgoing: ServerResponse,
  { url }: MockRequest,
  response: MockResponse,
): Promise<void> | undefined {
  try {
    if (response.transport)
      return sendWithEffects(response, response.transport, createLine(outgoing, response)).catch(respondWithError);
    writeResponse(outgoing, response);
  } catch (error) {
    respondWithError(error);
  }
  return undefined;

  /** Responds to an error such as an invalid header, which must not end the process. */
  function respondWithError(error: unknown): void {
    // The failed attempt has set it already.
    outgoing.statusMessage = "";
    writeResponse(outgoing, errorResponse(error, url));
  }
}

function writeResponse(outgoing: ServerResponse, response: MockResponse): void {
  writeHead(outgoing, response);
  const { body } = response;
  // Node sends a head and a text in one write, a head and bytes in two. In latin1, each character is a byte.
  if (body.length <= MAX_TEXT_BYTES)
    outgoing.end(body.length < MIN_KEPT_BYTES ? toLatin1(body) : keptText(body), "latin1");
  else outgoing.end(body);
}

/** Text of a large body, which is mostly a page that is sent again. */
const keptText = cachedBy(toLatin1);

function toLatin1(bytes: Uint8Array): string {
  return toBuffer(bytes).toString("latin1");
}

function writeHead(outgoing: ServerResponse, response: MockResponse): void {
  const { status, headers, body } = response;
  // A flat array, because node:http copies the members of an object one by one.
  const fields: string[] = [];
  for (const name in headers) fields.push(name, headers[name] as string);
  if (hasLength(response) && headers["content-length"] === undefined)
    fields.push("content-length", String(body.length));
  outgoing.writeHead(status, fields);
}

/** Connection for a response with effects of faults. */
function createLine(outgoing: ServerResponse, response: MockResponse): ResponseLine {
  const { socket } = outgoing;
  return {
    onClosed: (callback) => void outgoing.once("close", callback),
    head() {
      if (socket) partlySent.add(socket);
      writeHead(outgoing, response);
    },
    data: (bytes) => void outgoing.write(bytes),
    end() {
      if (socket) partlySent.delete(socket);
      outgoing.end();
    },
    // Written bytes are still sent.
    cut: () => void socket?.end(),
    reset: () => socket && resetConnection(socket),
  };
}

/**
 * Refuses a body while it still arrives. Reads and discards some of the rest, because a client whose connection closes
 * while it sends sees a broken connection instead of the response.
 */
function refuseLarge(
  limit: number,
  { cors }: RequestHandler,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): void {
  let ignored = 0;
  const { status, headers, body } = withCorsHeaders(cors ? incoming.headers.origin : undefined, refusedLarge(limit));
  outgoing.writeHead(status, { ...headers, "content-length": body.length });
  outgoing.write(body);
  incoming.on("data", (chunk: Buffer) => {
    ignored += chunk.length;
    if (ignored > MAX_BODY_BYTES) incoming.destroy();
  });
  incoming.on("end", () => outgoing.end());
}

/** Path and query of a request target. A request to a proxy has the whole URL as its target. */
function toRequestPath(url: string): string {
  if (url.startsWith("/")) return url;
  const found = URL.parse(url);
  if (found) return found.pathname + found.search;
  return "/";
}

const noHost = problemResponse({
  refused: "The request has no Host header (RFC 9112, section 3.2)",
  status: 400,
  headers: { connection: "close" },
});

const ending = problemResponse({
  refused: "The mock is shutting down",
  status: 503,
  headers: { ...retrySoon, connection: "close" },
});

const unmetExpectation = problemResponse({ refused: 'The only supported expectation is "100-continue"', status: 417 });

function refusedLarge(limit: number): MockResponse {
  return problemResponse({ ...refuseLargeBody(limit), headers: { connection: "close" } });
}
