const base64Form = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * Decodes canonical base64 (RFC 4648, section 4): with padding, without other characters, and without leftover bits.
 * Returns undefined for any other text.
 */
export function decodeBase64(text: string): Uint8Array | undefined {
  if (!base64Form.test(text)) return undefined;
  const bytes = Buffer.from(text, "base64");
  if (bytes.toString("base64") === text) return bytes;
  return undefined;
}
