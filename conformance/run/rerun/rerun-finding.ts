import { isTriable } from "../../scope/property.ts";
import type { Trial } from "../trial.ts";
import { namesIn } from "../../../contracts/index.ts";
import { goAgain } from "./rerun-property.ts";
import { createScope, createWatch } from "../create-scope.ts";
import { type FoundFailure, failureOf, shownExchange } from "../../findings/failure.ts";
import { isMaking } from "../../items/creates-items.ts";
import type { Failure } from "../../findings/report.ts";

/** How far apart the seeds of items are that are made to try something again. */
const OTHER_ITEMS = 1000;

/** What leads to a finding, and which. */
interface Sought extends Pick<Failure["tried"], "property" | "path"> {
  readonly id: string;
  /** Whether the whole way is gone, and not its end alone. */
  readonly isWhole: boolean;
}

/** What trying a finding again came to, as reports show it. */
export interface TriedAgain {
  /** As it shows now; nothing where it does not. */
  readonly found?: FoundFailure;
  /** The last answer of the operation that was tried. */
  readonly latest?: Pick<Failure, "request" | "response">;
}

/** Goes the way back to a finding of an operation, on items of its own; nothing where that could not be done. */
export async function tryAgain(
  trial: Trial,
  { property: name, path, id, isWhole }: Sought,
): Promise<TriedAgain | undefined> {
  const { session, operation } = trial;
  const property = trial.properties.find((each) => each.id === name);
  if (!property || path === null || (property.writes && session.mode === "read-only")) return undefined;
  try {
    // Other items than those of the run: what is unique may be there once.
    const other = { ...trial, seed: trial.seed + (isWhole ? 2 : 1) * OTHER_ITEMS };
    const scope = await createScope(other, createWatch(property.id));
    if (!isTriable(property, scope)) return undefined;
    const makes = isMaking(trial.contract, operation);
    const go = (isAll: boolean, { seed } = trial) =>
      goAgain(property, scope, { id, path, isWhole: isAll, seed, runs: session.options.runs });
    let again = await go(isWhole);
    // What shows the second time alone shows now: all was done once.
    if (isWhole && again && !again.finding) again = (await go(false)) ?? again;
    // What the run itself has made is in the way of making it again: something else may be made.
    if (isWhole && again?.isTaken && !again.finding && makes) again = { ...(await go(true, other)), isTaken: true };
    // That it was in the way tells nothing of what was found.
    if (again?.isTaken && makes && isWhole && !again.finding) return undefined;
    // Where there is no item to try it on, it is not gone.
    const isArranged = namesIn(operation.path).every((key) => key in scope.known);
    if (!again || trial.signal.aborted || (!again.finding && !isArranged)) return undefined;
    return {
      ...(again.finding && {
        found: failureOf(again.finding, {
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
