import type { MockRequest } from "./exchange.ts";

/**
 * Header of every request that a mock sends itself. The control API refuses requests with it. The value is the
 * length of the chain of such requests: 1 if an ordinary request caused it.
 */
export const HOPS_HEADER = "concord-hops";

/** Maximum length of a chain. One mock may deliver to another, and that one delivers once more. */
export const MAX_HOPS = 2;

/** Number of hops before a request. 0 if no mock sent it; 1 if the value is not a number. */
export function countHops({ headers }: Pick<MockRequest, "headers">): number {
  const value = headers[HOPS_HEADER];
  if (value === undefined) return 0;
  if (/^\d{1,9}$/.test(value)) return Math.max(1, Number(value));
  return 1;
}
