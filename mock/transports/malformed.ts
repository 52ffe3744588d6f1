import { type IncomingMessage, METHODS, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { type Refusal, problemResponse } from "../model/problem.ts";
import { unknownMethod } from "../calls/unmatched.ts";
import { tooLong } from "../model/body-limits.ts";

/** What node:http says of bytes that it does not take for a request. */
interface Malformed extends Error {
  readonly code?: string;
  /** What it has read. */
  readonly rawPacket?: Buffer;
}

/** A request line whose method is one by its form (RFC 9112, section 3). */
const requestLine = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+) \S+ HTTP\/1\.\d\r?\n/;

/** Connections in the midst of a response that is carried piece by piece. */
export const midway = new WeakSet<Duplex>();

/** What is no HTTP is refused in the same form as everything else, as long as somebody listens, and not within an answer. */
export function refuseMalformed(error: Malformed, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable || midway.has(socket)) socket.destroy();
  else answer(socket, refusalOf(error));
}

/** The mock leads to nobody else, so it has no tunnels (RFC 9110, section 9.3.6). */
export function refuseTunnel({ url = "" }: IncomingMessage, socket: Duplex): void {
  socket.on("error", () => {});
  answer(socket, { refused: `The mock is no proxy: there is no tunnel to "${url}"`, status: 501 });
}

function refusalOf({ code, message, rawPacket }: Malformed): Refusal {
  if (code === "HPE_HEADER_OVERFLOW") return tooLong;
  const [, method] = (code === "HPE_INVALID_METHOD" && requestLine.exec(String(rawPacket))) || [];
  // What came first may have been a whole request, and the method that there is not, one behind it.
  if (method !== undefined && !METHODS.includes(method)) return unknownMethod(method);
  return { refused: `The request cannot be read: ${message}`, status: code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400 };
}

/** Answers on a connection that node:http has let go of. */
function answer(socket: Duplex, refusal: Refusal): void {
  const { status, headers, body } = problemResponse(refusal);
  const fields = { ...headers, "content-length": String(body.length), connection: "close" };
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join("")}\r\n${Buffer.from(body).toString()}`);
}
