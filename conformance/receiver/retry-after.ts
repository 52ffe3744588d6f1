import { retryAfterMs as waitOf } from "../target/retry-after.ts";
import type { RawResult } from "../target/raw/raw-client.ts";

/** No receiver is waited for longer than that, whatever its Retry-After says. */
const LONGEST_WAIT_MS = 10_000;

/** Milliseconds until a receiver wants to be asked again; a second where it does not say. */
export function retryAfterMs(result: RawResult, now: number): number {
  return waitOf("status" in result ? result.headers : {}, { now, longestMs: LONGEST_WAIT_MS });
}
