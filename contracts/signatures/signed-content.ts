import { isAnyArrayBuffer, isUint8Array } from "node:util/types";

/** What both signatures of a delivery are over: its id, its timestamp and its body as it is sent, joined with dots (§5.3.2). */
export function signedContent(id: string, timestamp: string, body: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]);
}

/**
 * The form of an id (§2.4). One with a dot would move the borders of what is signed: the timestamp could
 * be taken for a part of the id, and the beginning of the body for the timestamp.
 */
export function isMessageId(id: string): boolean {
  return /^msg_[!-+\-/-~]*$/.test(id);
}

/** @throws TypeError for anything but bytes: a body that was parsed and written again is another one. */
export function requireBytes(what: "sign" | "verify", body: unknown): void {
  // Not by instanceof: a body may be from another realm, as in tests that run in one.
  if (isUint8Array(body)) return;
  if (isAnyArrayBuffer(body))
    throw new TypeError(`Cannot ${what} a body of type "ArrayBuffer": wrap it, new Uint8Array(body)`);
  const kind = body === null ? "null" : Array.isArray(body) ? "array" : typeof body;
  throw new TypeError(
    `Cannot ${what} a body of type "${kind}": a signature is over the raw bytes, so take the body before it is parsed`,
  );
}
