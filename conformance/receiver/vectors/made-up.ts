/** So many bytes in base64 that no key made: the same each time, and the same byte again and again. */
export function madeUp(bytes: number, byte = 0x5a): string {
  return Buffer.alloc(bytes, byte).toString("base64");
}
