import type { RawResult } from "../target/raw/raw-client.ts";

/** Smallest difference that counts: a Date header has whole seconds, and the response takes time. */
const LEAST_SECONDS = 2;

/**
 * Seconds by which a receiver's clock is ahead, by the Date of its response (RFC 9110, section 6.6.1). 0 if unknown.
 */
export function secondsAhead(result: RawResult, now: number): number {
  const date = "status" in result ? Date.parse(result.headers["date"] ?? "") : Number.NaN;
  if (Number.isNaN(date)) return 0;
  const seconds = date / 1000 - Math.floor(now / 1000);
  if (Math.abs(seconds) < LEAST_SECONDS) return 0;
  return seconds;
}

/** Note about a clock that differs, without a period. */
export function clockText(ahead: number): string {
  return `by its Date header, the receiver's clock is ${Math.abs(ahead)} seconds ${ahead > 0 ? "ahead of" : "behind"} this one`;
}
