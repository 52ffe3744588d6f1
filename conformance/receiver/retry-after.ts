import type { RawResult } from "./raw-client.ts";

/** No receiver is waited for longer than that, whatever its Retry-After says. */
const LONGEST_WAIT_MS = 10_000;

const SECOND_MS = 1000;

/** Milliseconds until a receiver wants to be asked again, by its Retry-After (RFC 9110, section 10.2.3); a second where it does not say. */
export function retryAfterMs(result: RawResult, now: number): number {
  const { "retry-after": text = "", date = "" } = "status" in result ? result.headers : {};
  if (/^\d+$/.test(text)) return Math.min(Number(text) * SECOND_MS, LONGEST_WAIT_MS);
  // By its own clock, where it shows that.
  const left = Date.parse(text) - (Date.parse(date) || now);
  return Number.isNaN(left) ? SECOND_MS : Math.min(Math.max(left, 0), LONGEST_WAIT_MS);
}
