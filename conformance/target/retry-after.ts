const SECOND_MS = 1000;

/**
 * Milliseconds until somebody wants to be asked again, by the Retry-After of an answer (RFC 9110, section 10.2.3);
 * a second where it does not say.
 */
export function retryAfterMs(
  headers: Readonly<Record<string, string>>,
  { now, longestMs }: { readonly now: number; readonly longestMs: number },
): number {
  const { "retry-after": text = "", date = "" } = headers;
  if (/^\d+$/.test(text)) return Math.min(Number(text) * SECOND_MS, longestMs);
  // By its own clock, where it shows that.
  const left = Date.parse(text) - (Date.parse(date) || now);
  return Number.isNaN(left) ? SECOND_MS : Math.min(Math.max(left, 0), longestMs);
}
