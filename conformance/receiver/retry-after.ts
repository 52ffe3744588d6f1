import { retryAfterMs as waitOf } from "../target/rate/retry-after.ts";
import type { RawResult } from "../target/raw/raw-client.ts";

/** Longest wait. A longer Retry-After is shortened to it. */
const LONGEST_WAIT_MS = 10_000;

/** Milliseconds until a receiver accepts a retry. Default: one second. */
export function retryAfterMs(result: RawResult, now: number): number {
  return waitOf("status" in result ? result.headers : {}, { now, longestMs: LONGEST_WAIT_MS });
}
