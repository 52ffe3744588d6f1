import { isTriable } from "../../scope/property.ts";
import type { Trial } from "../trial.ts";
import { getRunLimit } from "../session.ts";
import { listParameterNames } from "../../../contracts/index.ts";
import { rerunProperty } from "./rerun-property.ts";
import { prepareScope } from "../create-scope.ts";
import { createTrialLog } from "../sending/trial-log.ts";
import { type FoundFailure, createFailure, shownExchange } from "../../findings/failure.ts";
import { createsItems } from "../../items/creates-items.ts";
import type { Failure } from "../../findings/report.ts";

/** Difference between the seeds of the run and of a second try. */
const OTHER_ITEMS = 1000;

/** Finding to try again. */
interface RerunTarget extends Pick<Failure["tried"], "property" | "path"> {
  readonly id: string;
  /** True to repeat the whole path, not only its end. */
  readonly isWhole: boolean;
}

/** Result of a second try. */
export interface RerunResult {
  /** The finding as it shows now. Absent if it does not. */
  readonly found?: FoundFailure;
  /** Latest response of the tested operation. */
  readonly latest?: Pick<Failure, "request" | "response">;
}

/** Repeats the path to a finding on new items. Undefined if that was not possible. */
export async function rerunFinding(
  trial: Trial,
  { property: name, path, id, isWhole }: RerunTarget,
): Promise<RerunResult | undefined> {
  const { session, operation } = trial;
  const property = trial.properties.find((each) => each.id === name);
  if (!property || path === null || (property.writes && session.mode === "read-only")) return undefined;
  try {
    // New items, because unique values can exist only once.
    const log = createTrialLog(trial);
    const other = { ...trial, log, seed: trial.seed + (isWhole ? 2 : 1) * OTHER_ITEMS };
    const scope = await prepareScope(other);
    log.property = property.id;
    if (!isTriable(property, scope)) return undefined;
    const makes = createsItems(trial.contract, operation);
    const go = (isAll: boolean, { seed } = trial) =>
      rerunProperty(property, scope, { id, path, isWhole: isAll, seed, runs: getRunLimit(session, trial.operation) });
    let again = await go(isWhole);
    // A finding that needs a second time shows only if everything is done once before.
    if (isWhole && again && !again.finding) again = (await go(false)) ?? again;
    // If items of the run are in the way, other items are created.
    if (isWhole && again?.hasConflict && !again.finding && makes)
      again = { ...(await go(true, other)), hasConflict: true };
    // A conflict with existing items proves nothing about the finding.
    if (again?.hasConflict && makes && isWhole && !again.finding) return undefined;
    // Without an item to test, the finding does not count as gone.
    const isArranged = listParameterNames(operation.path).every((key) => key in scope.known);
    // A relation that had no item has judged nothing.
    const isCompared = log.comparisons.size === 0 || log.comparisons.has("compared");
    const isJudged = isArranged && isCompared && !log.patience.isOver();
    if (!again || trial.signal.aborted || (!again.finding && !isJudged)) return undefined;
    return {
      ...(again.finding && {
        found: createFailure(again.finding, {
          ...session.options,
          router: session.router,
          operation,
          target: trial.targetOf(again.finding.operation ?? operation),
        }),
      }),
      ...(again.latest && { latest: shownExchange(again.latest, trial) }),
    };
  } catch (error) {
    if (error instanceof Error && error.name === "AbortError") return undefined;
    throw error;
  }
}
