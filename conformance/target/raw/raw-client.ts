import { type Socket, connect, isIP } from "node:net";
import { connect as connectTls } from "node:tls";
import { type RawAnswer, readAnswer } from "./raw-answer.ts";
import type { Trust } from "./trust.ts";

/** How the body is sent: in one piece with its length, in several writes, or as chunks (RFC 9112, section 7.1). */
export type Framing = "whole" | "pieces" | "chunked";

/** A request, byte by byte as it is to be sent. */
export interface RawRequest {
  readonly url: URL;
  /** POST if not said. */
  readonly method?: string;
  /** Sent as they are written; Host, Content-Length and Connection are added. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
  readonly framing?: Framing;
}

/** What came back, or why nothing did. */
export type RawResult =
  | RawAnswer
  | {
      readonly failed: string;
      /** Set where there is nobody to send to. */
      readonly isGone?: true;
      /** Set where it was not whom it says, by its certificate. */
      readonly isUntrusted?: true;
      /** Set where it was waited for. */
      readonly isTimeout?: true;
    };

export interface RawClientOptions {
  readonly timeoutMs: number;
  /** What Node trusts by itself if not said. */
  readonly trust?: Trust;
  readonly signal?: AbortSignal;
}

/** Codes of errors that say that nobody is there. */
const goneCodes: readonly (string | undefined)[] = [
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ETIMEDOUT",
];

/** So many bytes of a body are sent at a time where it is sent in pieces. */
const PIECE_BYTES = 7;

/** So many pieces at most: what is left goes with the last. */
const MOST_PIECES = 12;

/**
 * Sends a request over a socket of its own, and tidies nothing up: a client library would write the names of headers
 * in its own case, join those that are there twice, and refuse what it does not like. Never throws.
 */
export function sendRaw(request: RawRequest, { timeoutMs, trust, signal }: RawClientOptions): Promise<RawResult> {
  return new Promise((resolve) => {
    const isTls = request.url.protocol === "https:";
    const address = addressOf(request.url);
    const socket = isTls ? connectTls({ ...address, ...trust, ...nameOf(address.host) }) : connect(address);
    const received: Buffer[] = [];
    let isConnected = false;
    const timer = setTimeout(
      () => done({ failed: `no answer within ${timeoutMs / 1000} s`, isTimeout: true }),
      timeoutMs,
    );
    const interrupt = (): void => done({ failed: "interrupted" });
    signal?.addEventListener("abort", interrupt, { once: true });

    socket.once(isTls ? "secureConnect" : "connect", () => {
      isConnected = true;
      void write(socket, request);
    });
    socket.on("data", (bytes: Buffer) => {
      received.push(bytes);
      const answer = readAnswer(Buffer.concat(received), { isEnded: false });
      if (answer) done(answer);
    });
    socket.once("end", () => {
      done(readAnswer(Buffer.concat(received), { isEnded: true }) ?? { failed: "the connection was closed" });
    });
    socket.once("error", (error: NodeJS.ErrnoException) => {
      // What was answered before is an answer, though the connection broke afterwards.
      const answer = readAnswer(Buffer.concat(received), { isEnded: true });
      const isUntrusted = isTls && !isConnected && error.code !== "ECONNRESET" && !goneCodes.includes(error.code);
      const isGone = isUntrusted || goneCodes.includes(error.code);
      done(answer ?? { failed: reasonOf(error), ...(isGone && { isGone }), ...(isUntrusted && { isUntrusted }) });
    });
    if (signal?.aborted) interrupt();

    function done(result: RawResult): void {
      clearTimeout(timer);
      signal?.removeEventListener("abort", interrupt);
      socket.destroy();
      resolve(result);
    }
  });
}

/** Where a URL's server listens. */
export function addressOf({ hostname, port, protocol }: URL): { readonly host: string; readonly port: number } {
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? (protocol === "https:" ? 443 : 80) : Number(port),
  };
}

/** The name that a server is asked for, which is no address (RFC 6066, section 3). */
function nameOf(host: string): { readonly servername?: string } {
  return isIP(host) === 0 ? { servername: host } : {};
}

async function write(
  socket: Socket,
  { url, method = "POST", headers, body, framing = "whole" }: RawRequest,
): Promise<void> {
  const length = framing === "chunked" ? "Transfer-Encoding: chunked" : `Content-Length: ${body.length}`;
  const lines = [
    `${method} ${url.pathname}${url.search} HTTP/1.1`,
    `Host: ${url.host}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    length,
    "Connection: close",
  ];
  const head = Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
  if (framing === "whole") {
    socket.write(Buffer.concat([head, body]));
    return;
  }
  socket.setNoDelay(true);
  socket.write(head);
  for (const piece of piecesOf(body)) {
    if (socket.destroyed) return;
    if (framing === "pieces") socket.write(piece);
    else socket.write(Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from("\r\n")]));
    // So that each is a packet of its own, as far as that can be asked for.
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (framing === "chunked") socket.write("0\r\n\r\n");
}

function piecesOf(body: Uint8Array): Uint8Array[] {
  const ends = Array.from({ length: MOST_PIECES - 1 }, (_, index) => (index + 1) * PIECE_BYTES);
  const borders = [0, ...ends.filter((end) => end < body.length), body.length];
  return borders.slice(1).map((end, index) => body.subarray(borders[index], end));
}

/** Why a connection failed, in a few words. */
export function reasonOf(error: NodeJS.ErrnoException): string {
  const first = error instanceof AggregateError ? (error.errors[0] as NodeJS.ErrnoException) : error;
  if (first.code === "ECONNREFUSED") return "nothing listens there";
  if (first.code === "ECONNRESET") return "the connection was reset";
  return first.message || first.code || "the connection failed";
}
