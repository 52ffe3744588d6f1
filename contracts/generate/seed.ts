import { hash } from "node:crypto";

/** The last text and its digits, because several candidates for one value have the same seed. */
let last = { text: "", digits: hash("sha256", "", "hex") };

/** Hexadecimal digits that depend only on a text (SHA-256). */
export function seededHex(text: string, length: number): string {
  if (last.text !== text) last = { text, digits: hash("sha256", text, "hex") };
  return last.digits.slice(0, length);
}

/** 32-bit seed that depends only on a text. */
export function seededNumber(text: string): number {
  return hash("sha256", text, "buffer").readInt32BE(0);
}
