/** True if a token can be sent in a header. */
export function isSendableToken(text: string): boolean {
  return /^[\u0021-\u007e]+$/.test(text);
}
