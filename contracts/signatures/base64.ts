const form = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * The bytes of a text in base64 (RFC 4648, section 4), where it is the one way to write them: with its padding,
 * no other letters, and no bits left over. Nothing otherwise.
 */
export function decodeBase64(text: string): Uint8Array | undefined {
  if (!form.test(text)) return undefined;
  const bytes = Buffer.from(text, "base64");
  return bytes.toString("base64") === text ? bytes : undefined;
}
