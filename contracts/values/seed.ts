import { createHash } from "node:crypto";

/** Hexadecimal digits that depend on the text alone (SHA-256). */
export function seededHex(text: string, length: number): string {
  return createHash("sha256").update(text).digest("hex").slice(0, length);
}

/** A 32-bit seed that depends on the text alone. */
export function seededNumber(text: string): number {
  return createHash("sha256").update(text).digest().readInt32BE(0);
}
