/** Matching or validating would take more work than is allowed; nothing is known of the result. */
export class OverBudget extends Error {
  override readonly name = "OverBudget";
}

/** Most steps of one match: about a second. */
const MOST = 20_000_000;

/** Steps that several runs spend together. */
export interface StepBudget {
  left: number;
}

/** Steps that several matches of patterns spend together. */
export interface MatchBudget extends StepBudget {
  /** Most steps of one match, where that is less than what is left. */
  readonly each?: number;
}

let left: number | undefined;
let matches: MatchBudget | undefined;

/**
 * Runs something that may spend so many steps altogether. Inside another run, its steps count for that one as well, and
 * it may spend no more than that one has left.
 */
export function withinBudget<T>(run: () => T, budget: number | StepBudget = MOST): T {
  const shared: StepBudget = typeof budget === "number" ? { left: budget } : budget;
  const outer = left;
  const allowed = Math.min(shared.left, outer ?? Infinity);
  left = allowed;
  try {
    return run();
  } finally {
    const spent = allowed - left;
    shared.left -= spent;
    left = outer === undefined ? undefined : outer - spent;
  }
}

/** Runs something whose matches of patterns may spend so many steps altogether; of what else it does, nothing is counted. */
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

/** Runs one match of a pattern, within what is left for it. */
export function runMatch<T>(run: () => T): T {
  if (!matches) return withinBudget(run);
  const budget = matches;
  const allowed = Math.min(MOST, budget.left, budget.each ?? Infinity);
  const own: StepBudget = { left: allowed };
  try {
    return withinBudget(run, own);
  } finally {
    budget.left -= allowed - own.left;
  }
}

/** Counts steps; throws when more are spent than the enclosing `withinBudget` allows. */
export function spend(steps: number): void {
  if (left === undefined) return;
  left -= steps;
  if (left < 0) throw new OverBudget("it takes more steps than are allowed");
}
