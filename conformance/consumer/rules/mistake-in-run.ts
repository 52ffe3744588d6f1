import { coercedValueIn } from "./coerced.ts";
import { earlyCallIn } from "./early.ts";
import type { JudgedRun } from "./rule.ts";
import { swallowedConflictIn } from "./swallowed.ts";
import { unboundedIn } from "./unbounded.ts";

/** The first mistake that the calls of a run show, as a sentence. Undefined if there is none. */
export function mistakeInRun(run: JudgedRun): string | undefined {
  if (run.conditions.isJudgedByCalls) return unboundedIn(run);
  return earlyCallIn(run.traffic.struck) ?? swallowedConflictIn(run.traffic) ?? coercedValueIn(run);
}
