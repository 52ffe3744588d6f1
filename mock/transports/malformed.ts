import { type IncomingMessage, METHODS, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { type Refusal, problemResponse } from "../model/problem.ts";
import { unknownMethod } from "../calls/unmatched.ts";
import { longHeadRefusal } from "../model/body-limits.ts";

/** Error of node:http for bytes that are not an HTTP request. */
interface ParseError extends Error {
  readonly code?: string;
  /** Bytes that were read. */
  readonly rawPacket?: Buffer;
}

/** Request line with a syntactically valid method (RFC 9112, section 3). */
const requestLine = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+) \S+ HTTP\/1\.\d\r?\n/;

/** Connections on which a response is partly sent. */
export const partlySent = new WeakSet<Duplex>();

/** Refuses bytes that are not HTTP with a problem document. Closes the connection if it is broken or a response is partly sent. */
export function refuseMalformed(error: ParseError, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable || partlySent.has(socket)) socket.destroy();
  else answerRaw(socket, toParseRefusal(error));
}

/** Refuses CONNECT (RFC 9110, section 9.3.6). */
export function refuseTunnel({ url = "" }: IncomingMessage, socket: Duplex): void {
  socket.on("error", () => {});
  answerRaw(socket, { refused: `The mock is not a proxy: it cannot connect to "${url}"`, status: 501 });
}

function toParseRefusal({ code, message, rawPacket }: ParseError): Refusal {
  if (code === "HPE_HEADER_OVERFLOW") return longHeadRefusal;
  const [, method] = (code === "HPE_INVALID_METHOD" && requestLine.exec(String(rawPacket))) || [];
  // The unknown method may belong to a second request after a complete first one.
  if (method !== undefined && !METHODS.includes(method)) return unknownMethod(method);
  return { refused: `The request cannot be read: ${message}`, status: code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400 };
}

/** Responds on a raw connection, which node:http no longer handles. */
function answerRaw(socket: Duplex, refusal: Refusal): void {
  const { status, headers, body } = problemResponse(refusal);
  const fields = { ...headers, "content-length": String(body.length), connection: "close" };
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join("")}\r\n${Buffer.from(body).toString()}`);
}
