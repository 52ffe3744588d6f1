import type { RawResult } from "../target/raw/raw-client.ts";

/** A Date is cut to the second, and old by as long as the answer took: less is no difference. */
const LEAST_SECONDS = 2;

/** By how many seconds a receiver's clock is ahead of this one, by the Date of its answer (RFC 9110, section 6.6.1); 0 where it is not known. */
export function secondsAhead(result: RawResult, now: number): number {
  const date = "status" in result ? Date.parse(result.headers["date"] ?? "") : Number.NaN;
  if (Number.isNaN(date)) return 0;
  const seconds = date / 1000 - Math.floor(now / 1000);
  return Math.abs(seconds) < LEAST_SECONDS ? 0 : seconds;
}

/** What is to be said of a clock that differs, as a sentence without its full stop. */
export function clockText(ahead: number): string {
  return `by its Date header, the receiver's clock is ${Math.abs(ahead)} seconds ${ahead > 0 ? "ahead of" : "behind"} this one`;
}
