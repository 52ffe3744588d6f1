import { hash } from "node:crypto";

/** Hexadecimal digits that depend on the text alone (SHA-256). */
export function seededHex(text: string, length: number): string {
  return hash("sha256", text, "hex").slice(0, length);
}

/** A 32-bit seed that depends on the text alone. */
export function seededNumber(text: string): number {
  return hash("sha256", text, "buffer").readInt32BE(0);
}
