import type { MockRequest } from "./exchange.ts";

/**
 * Marks every request that a mock makes itself, so that a mock recognizes it: the control API refuses it. Its value
 * counts such requests in a row: 1 for one that was caused by an ordinary request.
 */
export const HOPS_HEADER = "concord-hops";

/** A mock may deliver to another one, which delivers on; what would be delivered after that is a loop. */
export const MAX_HOPS = 2;

/** Number of hops behind a request; 0 for one that no mock made. A value that is no number counts as one hop. */
export function hopsOf({ headers }: Pick<MockRequest, "headers">): number {
  const value = headers[HOPS_HEADER];
  if (value === undefined) return 0;
  return /^\d{1,9}$/.test(value) ? Math.max(1, Number(value)) : 1;
}
