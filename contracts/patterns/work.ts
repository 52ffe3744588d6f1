/** Error for a match or validation that exceeds its step budget. Its result is unknown. */
export class OverBudget extends Error {
  override readonly name = "OverBudget";
}

/** Maximum number of steps of one match, about a second. */
const MAX_STEPS = 20_000_000;

/** Steps of a match that take as long as one step of a decision about all texts. */
export const DECISION_COST = 2;

/** Remaining steps, shared by several runs. */
export interface StepBudget {
  left: number;
}

/** Remaining steps, shared by several pattern matches. */
export interface MatchBudget extends StepBudget {
  /** Maximum number of steps of one match, if that is less than `left`. */
  readonly each?: number;
}

let left: number | undefined;
let matches: MatchBudget | undefined;

/**
 * Runs a function within a budget of steps. A nested run also counts against the outer budget and cannot exceed what is
 * left of it.
 * @throws OverBudget beyond the steps, or beyond the call stack.
 */
export function withinBudget<T>(run: () => T, budget: number | StepBudget = MAX_STEPS): T {
  const shared: StepBudget = typeof budget === "number" ? { left: budget } : budget;
  const outer = left;
  const allowed = Math.min(shared.left, outer ?? Infinity);
  left = allowed;
  try {
    return run();
  } catch (error) {
    if (isStackOverflow(error)) throw new OverBudget("it nests too deep, or has too many branches", { cause: error });
    throw error;
  } finally {
    const spent = allowed - left;
    shared.left -= spent;
    left = outer === undefined ? undefined : outer - spent;
  }
}

/** Returns true for the error of a call stack that is full. */
function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message.startsWith("Maximum call stack");
}

/** Runs a function whose pattern matches share a budget of steps. Other work counts if it calls `chargeShared()`. */
export function limitMatches<T>(run: () => T, budget: MatchBudget): T {
  const outer = matches;
  const allowed = Math.min(budget.left, outer?.left ?? Infinity);
  budget.left = allowed;
  matches = budget;
  try {
    return run();
  } finally {
    if (outer) outer.left -= allowed - budget.left;
    matches = outer;
  }
}

/** Runs one pattern match within the remaining budget. */
export function runMatch<T>(run: () => T): T {
  if (!matches) return withinBudget(run);
  const budget = matches;
  const allowed = Math.min(MAX_STEPS, budget.left, budget.each ?? Infinity);
  const matchBudget: StepBudget = { left: allowed };
  try {
    return withinBudget(run, matchBudget);
  } finally {
    budget.left -= allowed - matchBudget.left;
  }
}

/**
 * Runs a decision about all texts of patterns. It may use only a part of the steps that are left to matches, so that
 * many of them end quickly and leave something to others.
 */
export function runDecision<T>(run: () => T, steps: StepBudget): T {
  steps.left = Math.min(steps.left, sharedLeft() / 2);
  return runMatch(() => withinBudget(run, steps));
}

/** Budget that pattern matches share at the moment. */
export function currentBudget(): MatchBudget | undefined {
  return matches;
}

/** Counts steps of other work against the budget that pattern matches share at the moment. */
export function chargeShared(steps: number): void {
  if (matches) matches.left -= steps;
}

/** Steps that are left of the shared budget. Without one, there is no limit. */
export function sharedLeft(): number {
  return matches?.left ?? Infinity;
}

/** Checks that the shared budget has no steps left. What is not done then is not decided. */
export function isSharedUsedUp(): boolean {
  return sharedLeft() <= 0;
}

/** Counts steps against the enclosing `withinBudget`. Throws OverBudget if they exceed it. */
export function spend(steps: number): void {
  if (left === undefined) return;
  left -= steps;
  if (left < 0) throw new OverBudget("it takes more steps than are allowed");
}
