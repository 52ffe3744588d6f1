import type { WireResponse } from "../../model/wire-message.ts";
import { retryAfterMs } from "./retry-after.ts";

/** Maximum wait after a refusal. A longer Retry-After is shortened to it. */
const LONGEST_MS = 60_000;

/**
 * Milliseconds to wait after a 429 (RFC 6585, section 4), or after a 503 with Retry-After (RFC 9110, section 15.6.4).
 * Undefined for any other response. A 503 without Retry-After counts as a fault of the provider.
 */
export function waitAfter({ status, headers }: WireResponse, now: number): number | undefined {
  const isRefusal = status === 429 || (status === 503 && headers["retry-after"] !== undefined);
  return isRefusal ? retryAfterMs(headers, { now, longestMs: LONGEST_MS }) : undefined;
}
