const SECOND_MS = 1000;

/**
 * Milliseconds until the time in the Retry-After header of a response (RFC 9110, section 10.2.3). One second if the
 * header is missing or invalid.
 */
export function retryAfterMs(
  headers: Readonly<Record<string, string>>,
  { now, longestMs }: { readonly now: number; readonly longestMs: number },
): number {
  const { "retry-after": text = "", date = "" } = headers;
  if (/^\d+$/.test(text)) return Math.min(Number(text) * SECOND_MS, longestMs);
  // The Date header, if present, gives the clock of the server.
  const left = Date.parse(text) - (Date.parse(date) || now);
  if (Number.isNaN(left)) return SECOND_MS;
  return Math.min(Math.max(left, 0), longestMs);
}
