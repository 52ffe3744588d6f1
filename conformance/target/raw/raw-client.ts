import { type Socket, connect, isIP } from "node:net";
import { connect as connectTls } from "node:tls";
import type { Trust } from "./trust.ts";

/** Response as read from a raw connection. */
interface RawAnswer {
  readonly status: number;
  /** Headers with names in lower case. The last header of a name wins. */
  readonly headers: Readonly<Record<string, string>>;
  /** The beginning of the body, as text. */
  readonly text: string;
}

/** Size limit of a kept body, in bytes. */
const MAX_TEXT = 4096;

/** Size limit of the status line and headers, in bytes. */
const MAX_HEAD = 64 * 1024;

/**
 * Parses the bytes received over a connection as a response (RFC 9112). Undefined while the response is incomplete.
 * After the end of the connection, the received part of the body counts as the body.
 */
export function readAnswer(bytes: Buffer, { isEnded }: { readonly isEnded: boolean }): RawAnswer | undefined {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0 || end > MAX_HEAD) return undefined;
  const [first = "", ...lines] = bytes.toString("latin1", 0, end).split("\r\n");
  const status = Number(/^HTTP\/1\.[01] (\d{3})(?: |$)/.exec(first)?.[1]);
  if (!status) return undefined;
  const rest = bytes.subarray(end + 4);
  if (status < 200) return readAnswer(rest, { isEnded });
  const headers = Object.fromEntries(
    lines.flatMap((line) => {
      const at = line.indexOf(":");
      if (at < 0) return [];
      return [[line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()]];
    }),
  ) as Readonly<Record<string, string>>;
  const body = status === 204 || status === 304 ? Buffer.alloc(0) : readRawBody(rest, headers, isEnded);
  return body && { status, headers, text: body.subarray(0, MAX_TEXT).toString() };
}

function readRawBody(rest: Buffer, headers: Readonly<Record<string, string>>, isEnded: boolean): Buffer | undefined {
  const length = headers["content-length"];
  if (/\bchunked\b/i.test(headers["transfer-encoding"] ?? "")) {
    const { body, isWhole } = unchunked(rest);
    return isWhole || isEnded ? body : undefined;
  }
  if (isEnded) return rest;
  // A body is complete at its declared length or at the size limit.
  const wanted = length === undefined ? MAX_TEXT : Math.min(Number(length), MAX_TEXT);
  if (rest.length >= wanted) return rest.subarray(0, wanted);
  return undefined;
}

function unchunked(bytes: Buffer): { readonly body: Buffer; readonly isWhole: boolean } {
  const chunks: Buffer[] = [];
  for (let at = 0; ;) {
    const end = bytes.indexOf("\r\n", at);
    const size = end < 0 ? Number.NaN : Number.parseInt(bytes.toString("latin1", at, end), 16);
    if (!(size > 0)) return { body: Buffer.concat(chunks), isWhole: size === 0 };
    chunks.push(bytes.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
}

/** Framing of the body: one write with its length, several writes, or chunked (RFC 9112, section 7.1). */
export type Framing = "whole" | "pieces" | "chunked";

/** Request to send byte by byte. */
export interface RawRequest {
  readonly url: URL;
  /** Method. Defaults to POST. */
  readonly method?: string;
  /** Headers, sent unchanged. Host, Content-Length and Connection are added. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
  readonly framing?: Framing;
}

/** Response, or the reason for its absence. */
export type RawResult =
  | RawAnswer
  | {
      readonly failed: string;
      /** Set if no server could be reached. */
      readonly isGone?: true;
      /** Set if the TLS certificate was rejected. */
      readonly isUntrusted?: true;
      /** Set if the time limit expired. */
      readonly isTimeout?: true;
    };

export interface RawClientOptions {
  readonly timeoutMs: number;
  /** Trusted certificate authorities. Defaults to those of Node. */
  readonly trust?: Trust;
  readonly signal?: AbortSignal;
}

/** Error codes for a server that cannot be reached. */
const goneCodes: readonly (string | undefined)[] = [
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ETIMEDOUT",
];

/** Bytes per write of a body that is sent in pieces. */
const PIECE_BYTES = 7;

/** Maximum number of pieces. The last piece contains the rest of the body. */
const MAX_PIECES = 12;

/**
 * Sends a request unchanged over a new socket. An HTTP client library would change the case of header names, join
 * repeated headers and reject invalid ones. Never throws.
 */
export function sendRaw(request: RawRequest, { timeoutMs, trust, signal }: RawClientOptions): Promise<RawResult> {
  return new Promise((resolve) => {
    const isTls = request.url.protocol === "https:";
    const address = getServerAddress(request.url);
    const socket = isTls ? connectTls({ ...address, ...trust, ...toServerName(address.host) }) : connect(address);
    const received: Buffer[] = [];
    let isConnected = false;
    const timer = setTimeout(
      () => done({ failed: `no answer within ${timeoutMs / 1000} s`, isTimeout: true }),
      timeoutMs,
    );
    const interruptRequest = (): void => done({ failed: "interrupted" });
    signal?.addEventListener("abort", interruptRequest, { once: true });

    socket.once(isTls ? "secureConnect" : "connect", () => {
      isConnected = true;
      void writeRawRequest(socket, request);
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
      // A response that arrived before the connection broke still counts.
      const answer = readAnswer(Buffer.concat(received), { isEnded: true });
      const isUntrusted = isTls && !isConnected && error.code !== "ECONNRESET" && !goneCodes.includes(error.code);
      const isGone = isUntrusted || goneCodes.includes(error.code);
      done(
        answer ?? {
          failed: explainConnectionError(error),
          ...(isGone && { isGone }),
          ...(isUntrusted && { isUntrusted }),
        },
      );
    });
    if (signal?.aborted) interruptRequest();

    function done(result: RawResult): void {
      clearTimeout(timer);
      signal?.removeEventListener("abort", interruptRequest);
      socket.destroy();
      resolve(result);
    }
  });
}

/** Host and port of the server of a URL. */
export function getServerAddress({ hostname, port, protocol }: URL): { readonly host: string; readonly port: number } {
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? (protocol === "https:" ? 443 : 80) : Number(port),
  };
}

/** Server name for TLS, which must not be an IP address (RFC 6066, section 3). */
function toServerName(host: string): { readonly servername?: string } {
  if (isIP(host) === 0) return { servername: host };
  return {};
}

async function writeRawRequest(
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
  for (const piece of splitIntoPieces(body)) {
    if (socket.destroyed) return;
    if (framing === "pieces") socket.write(piece);
    else socket.write(Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from("\r\n")]));
    // Yielding here makes separate packets likely.
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (framing === "chunked") socket.write("0\r\n\r\n");
}

function splitIntoPieces(body: Uint8Array): Uint8Array[] {
  const ends = Array.from({ length: MAX_PIECES - 1 }, (_, index) => (index + 1) * PIECE_BYTES);
  const borders = [0, ...ends.filter((end) => end < body.length), body.length];
  return borders.slice(1).map((end, index) => body.subarray(borders[index], end));
}

/** Short reason for a failed connection. */
export function explainConnectionError(error: NodeJS.ErrnoException): string {
  const first = error instanceof AggregateError ? (error.errors[0] as NodeJS.ErrnoException) : error;
  if (first.code === "ECONNREFUSED") return "nothing listens there";
  if (first.code === "ECONNRESET") return "the connection was reset";
  return first.message || first.code || "the connection failed";
}
