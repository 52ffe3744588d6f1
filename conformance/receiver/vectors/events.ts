import type { Materials } from "./vector.ts";

/** Remedy for a receiver that does not verify the raw body. */
export const rawBody =
  "Verify over the bytes as they were received: read the raw body before it is parsed, decoded or serialized again.";

/**
 * Body of the event with further members, in the given spelling: `"price":1.0`. They come last, because JSON parsers
 * keep the last of several members with one name.
 */
export function eventWith(materials: Materials, members: string): Uint8Array {
  return Buffer.from(textOf(materials).replace(/\}$/, () => `,${members}}`));
}

/** Body after parsing and writing JSON again. */
export function rewritten(body: Uint8Array, indent?: number): Uint8Array {
  return Buffer.from(JSON.stringify(JSON.parse(Buffer.from(body).toString()), null, indent));
}

export function textOf(materials: Materials): string {
  return Buffer.from(materials.body).toString();
}

/** Body with one byte in place of a text. */
export function withByte(body: Uint8Array, text: string, byte: number): Uint8Array {
  const original = Buffer.from(body);
  const at = original.indexOf(text);
  return Buffer.concat([original.subarray(0, at), Buffer.of(byte), original.subarray(at + Buffer.byteLength(text))]);
}
