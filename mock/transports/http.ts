import { once } from "node:events";
import { type IncomingMessage, STATUS_CODES, type Server, type ServerResponse, createServer } from "node:http";
import type { Duplex } from "node:stream";
import { ToolError } from "../../contracts/index.ts";
import { type MockRequest, type MockResponse, hasLength } from "../exchange.ts";
import type { Platform } from "../platform.ts";
import { faultResponse, problemResponse } from "../problem.ts";
import { type Line, carry } from "./carry.ts";

/** Larger bodies are refused with 413. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;

/** Longer than this, bytes are not copied into a text for the sake of one write. */
const MAX_TEXT_BYTES = 16_384;

export interface Listening {
  readonly url: string;
  /** Stops listening and closes every connection. */
  close(): Promise<void>;
}

export interface ListenOptions {
  /** 0 takes any free port. */
  readonly port?: number;
  readonly host?: string;
}

/**
 * Serves a platform over HTTP/1.1.
 * @throws ToolError "cannot-listen" where the port cannot be had.
 */
export async function listen(
  platform: Platform,
  { port = 0, host = "127.0.0.1" }: ListenOptions = {},
): Promise<Listening> {
  // A missing Host is refused below, in the form of everything else.
  const server = createServer({ requireHostHeader: false }, (incoming, outgoing) =>
    receive(platform, incoming, outgoing),
  );
  // Who asks first, as curl does, need not send what is too large.
  server.on("checkContinue", (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (!(Number(incoming.headers["content-length"]) > MAX_BODY_BYTES)) outgoing.writeContinue();
    receive(platform, incoming, outgoing);
  });
  server.on("checkExpectation", (_incoming, outgoing: ServerResponse) => write(outgoing, unmet));
  server.on("clientError", refuseMalformed);
  await started(server, port, host);
  const address = server.address();
  const actual = typeof address === "object" && address ? address.port : port;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${actual}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function started(server: Server, port: number, host: string): Promise<void> {
  try {
    server.listen(port, host);
    await once(server, "listening");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new ToolError(
      "cannot-listen",
      `Cannot listen on "${host}:${port}": ${code === "EADDRINUSE" ? "the port is in use" : message}`,
      { hint: "Choose another port with --port, or 0 for any", cause: error },
    );
  }
}

function receive(platform: Platform, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const method = incoming.method as string;
  const url = pathOf(incoming.url as string);
  const headers = incoming.headers as MockRequest["headers"];
  // A connection that is gone has no address: that is nobody's, not this process's.
  const peer = incoming.socket.remoteAddress ?? "";
  if (headers["host"] === undefined && incoming.httpVersion === "1.1") return write(outgoing, noHost);
  const length = headers["content-length"];
  if (length === undefined && headers["transfer-encoding"] === undefined) {
    answer({ method, url, headers, peer });
    return;
  }
  if (Number(length) > MAX_BODY_BYTES) {
    refuseLarge(incoming, outgoing);
    return;
  }
  const chunks: Buffer[] = [];
  let size = 0;
  incoming.on("data", collect);
  incoming.on("end", () => {
    answer({ method, url, headers, body: chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks), peer });
  });

  function collect(chunk: Buffer): void {
    size += chunk.length;
    chunks.push(chunk);
    if (size <= MAX_BODY_BYTES) return;
    chunks.length = 0;
    incoming.removeAllListeners("data").removeAllListeners("end");
    refuseLarge(incoming, outgoing);
  }

  function answer(request: MockRequest): void {
    void platform.handle(request).then((response) => send(outgoing, request, response));
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
    reset: () => void socket?.resetAndDestroy(),
  };
}

/**
 * Answers at once. Some of what still comes is read, and forgotten: a client that is cut off while
 * it sends sees a broken connection instead of the answer.
 */
function refuseLarge(incoming: IncomingMessage, outgoing: ServerResponse): void {
  let ignored = 0;
  const { status, headers, body } = tooLarge;
  outgoing.writeHead(status, { ...headers, "content-length": body.length });
  outgoing.write(body);
  incoming.on("data", (chunk: Buffer) => {
    ignored += chunk.length;
    if (ignored > MAX_BODY_BYTES) incoming.destroy();
  });
  incoming.on("end", () => outgoing.end());
}

/** Connections in the midst of a response that is carried piece by piece. */
const midway = new WeakSet<Duplex>();

/** What is no HTTP is refused in the same form as everything else, as long as somebody listens, and not within an answer. */
function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable || midway.has(socket)) return void socket.destroy();
  const status = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }[error.code ?? ""] ?? 400;
  const { headers, body } = problemResponse({ refused: `The request cannot be read: ${error.message}`, status });
  const fields = { ...headers, "content-length": String(body.length), connection: "close" };
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join("")}\r\n${Buffer.from(body).toString()}`);
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

const unmet = problemResponse({ refused: 'The only expectation that can be met is "100-continue"', status: 417 });

const tooLarge = problemResponse({
  refused: `The body is larger than ${MAX_BODY_BYTES} bytes`,
  status: 413,
  headers: { connection: "close" },
});
