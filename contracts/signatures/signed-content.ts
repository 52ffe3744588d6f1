import { isAnyArrayBuffer, isUint8Array } from "node:util/types";

/** Signed content of a delivery: its id, its timestamp and its raw body, joined with dots. */
export function signedContent(id: string, timestamp: string, body: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]);
}

/**
 * Checks the form of a message id. A dot would make the signed content ambiguous: part of the id could be read
 * as the timestamp, and the timestamp as part of the body.
 */
export function isMessageId(id: string): boolean {
  return /^msg_[!-+\-/-~]*$/.test(id);
}

/** @throws TypeError for anything but bytes, because a body that was parsed and serialized again has other bytes. */
export function requireBytes(action: "sign" | "verify", body: unknown): void {
  // instanceof fails for a body from another realm, as in tests that run in one.
  if (isUint8Array(body)) return;
  if (isAnyArrayBuffer(body))
    throw new TypeError(`Cannot ${action} a body of type "ArrayBuffer": wrap it, new Uint8Array(body)`);
  const kind = body === null ? "null" : Array.isArray(body) ? "array" : typeof body;
  throw new TypeError(
    `Cannot ${action} a body of type "${kind}": a signature is over the raw bytes, so take the body before it is parsed`,
  );
}
