import { hash } from "node:crypto";

/** Hexadecimal digits that depend only on a text (SHA-256). */
export function seededHex(text: string, length: number): string {
  return hash("sha256", text, "hex").slice(0, length);
}

/** 32-bit seed that depends only on a text. */
export function seededNumber(text: string): number {
  return hash("sha256", text, "buffer").readInt32BE(0);
}
