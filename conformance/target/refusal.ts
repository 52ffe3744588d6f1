import type { WireResponse } from "../model/wire-message.ts";
import { retryAfterMs } from "./retry-after.ts";

/** No longer is waited, whatever a refusal says. */
const LONGEST_MS = 60_000;

/**
 * How long to wait, in milliseconds, after an answer that refuses a request for how often one asks, or for now
 * (RFC 6585, section 4; RFC 9110, section 15.6.4); undefined where it is no such answer. A 503 that does not say when
 * to come back is a fault like any other.
 */
export function waitAfter({ status, headers }: WireResponse, now: number): number | undefined {
  const isRefusal = status === 429 || (status === 503 && headers["retry-after"] !== undefined);
  return isRefusal ? retryAfterMs(headers, { now, longestMs: LONGEST_MS }) : undefined;
}
