import { counted } from "../../model/counted.ts";
import type { CommandResult } from "../execute.ts";
import type { Traffic } from "../mock-factory.ts";
import type { TrafficOfRuns } from "./rule.ts";

/** Calls for each call of the run without faults. Clients make two to five attempts by default, and up to ten on demand. */
const MAX_ATTEMPTS = 10;

/** Number of calls that a consumer with a bound on its attempts does not exceed. */
export function boundOf({ calls }: Pick<Traffic, "calls">): number {
  return MAX_ATTEMPTS * (calls + 1);
}

/** A consumer that repeats calls without a bound. Undefined if it gives up. */
export function unboundedIn({ endedBy }: CommandResult, { traffic, without }: TrafficOfRuns): string | undefined {
  const isOver = traffic.calls > boundOf(without);
  if (!isOver && endedBy !== "timeout") return undefined;
  const usual = `it makes ${counted(without.calls, "call")} without faults`;
  const limit = `A consumer gives up after some attempts, at most ${MAX_ATTEMPTS}`;
  return isOver
    ? `The consumer made ${counted(traffic.calls, "call")}, where ${usual}: it repeats without a bound. ${limit}`
    : `The consumer did not end in time, after ${counted(traffic.calls, "call")}, where ${usual}. ${limit}`;
}
