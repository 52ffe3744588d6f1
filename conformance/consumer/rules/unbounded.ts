import { counted } from "../../model/counted.ts";
import type { CallsOfRun, JudgedRun } from "./rule.ts";

/** Calls for each call of the run without faults. Clients make two to five attempts by default, and up to ten on demand. */
const MAX_ATTEMPTS = 10;

/** Numbers of calls, in all and by method and path. */
export type CallCounts = Pick<CallsOfRun, "calls" | "callsByPlace">;

/** Number of calls that is more than a consumer with a bound on its attempts makes. */
interface Excess {
  readonly calls: number;
  /** Calls without faults. */
  readonly usual: number;
  /** Method and path, if the calls to one place are too many. */
  readonly place?: string;
}

/**
 * An excess of calls: in all, or to one place that the consumer also calls without faults. Other places have no bound of
 * their own, because a consumer may report each failure there.
 */
export function findExcess({ calls, callsByPlace }: CallCounts, without: CallCounts): Excess | undefined {
  if (calls > computeCallBound(without.calls)) return { calls, usual: without.calls };
  for (const [place, usual] of without.callsByPlace) {
    const count = callsByPlace.get(place) ?? 0;
    if (count > computeCallBound(usual)) return { calls: count, usual, place };
  }
  return undefined;
}

/** Number of calls that a consumer with a bound on its attempts does not exceed. */
function computeCallBound(usual: number): number {
  return MAX_ATTEMPTS * (usual + 1);
}

/** A consumer that repeats calls without a bound. Undefined if it gives up. */
export function findUnbounded({ traffic, without, hasTimedOut }: JudgedRun): string | undefined {
  if (!without) return undefined;
  const excess = findExcess(traffic, without);
  const limit = `A consumer gives up after some attempts, at most ${MAX_ATTEMPTS}`;
  if (excess) {
    const { calls, usual, place } = excess;
    const made = `${counted(calls, "call")}${place === undefined ? "" : ` of ${place}`}`;
    return `The consumer made ${made}, and ${counted(usual, "call")} without faults: it repeats without a limit. ${limit}`;
  }
  if (!hasTimedOut) return undefined;
  return `The consumer did not end in time. It made ${counted(traffic.calls, "call")}, and ${counted(without.calls, "call")} without faults. ${limit}`;
}
