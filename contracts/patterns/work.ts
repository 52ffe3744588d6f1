/** Matching or validating would take more work than is allowed; nothing is known of the result. */
export class OverBudget extends Error {
  override readonly name = "OverBudget";
}

/** Most steps of one match: about a second. */
const MOST = 20_000_000;

/** Steps that several runs spend together. */
export interface StepBudget {
  left: number;
  /** Most steps of one run inside of another one; no limit of its own if not said. */
  readonly each?: number;
}

let left: number | undefined;
let most = Infinity;

/**
 * Runs something that may spend so many steps altogether. Inside another run, its steps count for that one as well, and
 * it may spend no more than that one has left, or allows for each.
 */
export function withinBudget<T>(run: () => T, budget: number | StepBudget = MOST): T {
  const shared: StepBudget = typeof budget === "number" ? { left: budget } : budget;
  const [outer, outerMost] = [left, most];
  const allowed = Math.min(shared.left, outer ?? Infinity, outerMost);
  left = allowed;
  most = shared.each ?? Infinity;
  try {
    return run();
  } finally {
    const spent = allowed - left;
    shared.left -= spent;
    left = outer === undefined ? undefined : outer - spent;
    most = outerMost;
  }
}

/** Counts steps; throws when more are spent than the enclosing `withinBudget` allows. */
export function spend(steps: number): void {
  if (left === undefined) return;
  left -= steps;
  if (left < 0) throw new OverBudget("it takes more steps than are allowed");
}
