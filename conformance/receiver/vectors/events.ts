import type { Materials } from "./vector.ts";

/** What to change in a receiver that takes another body for the same, or the same for another. */
export const rawBody =
  "Verify over the bytes as they were received: take the body before anything parses it, decodes it or writes it again.";

/**
 * The body of the event with further members, written as they are given: `"price":1.0`. They stand behind its own,
 * since readers of JSON take the last of several members of one name.
 */
export function eventWith(materials: Materials, members: string): Uint8Array {
  return Buffer.from(textOf(materials).replace(/\}$/, () => `,${members}}`));
}

/** A body as a receiver makes it that parses JSON and writes it again. */
export function rewritten(body: Uint8Array, indent?: number): Uint8Array {
  return Buffer.from(JSON.stringify(JSON.parse(Buffer.from(body).toString()), null, indent));
}

export function textOf(materials: Materials): string {
  return Buffer.from(materials.body).toString();
}

/** A body with one byte in place of a text. */
export function withByte(body: Uint8Array, text: string, byte: number): Uint8Array {
  const given = Buffer.from(body);
  const at = given.indexOf(text);
  return Buffer.concat([given.subarray(0, at), Buffer.of(byte), given.subarray(at + Buffer.byteLength(text))]);
}
