/** Base64 of repeated bytes, which no key made. */
export function repeatedBytes(bytes: number, byte = 0x5a): string {
  return Buffer.alloc(bytes, byte).toString("base64");
}
