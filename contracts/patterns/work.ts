/** Matching or validating would take more work than is allowed; nothing is known of the result. */
export class OverBudget extends Error {
  override readonly name = "OverBudget";
}

/** Most steps of one match: about a second. */
const MOST = 20_000_000;

let left: number | undefined;

/** Runs something that may spend so many steps altogether. Inside another one, that one's steps are spent. */
export function withinBudget<T>(run: () => T, steps: number = MOST): T {
  if (left !== undefined) return run();
  left = steps;
  try {
    return run();
  } finally {
    left = undefined;
  }
}

/** Counts steps; throws when more are spent than the enclosing `withinBudget` allows. */
export function spend(steps: number): void {
  if (left === undefined) return;
  left -= steps;
  if (left < 0) throw new OverBudget("it takes more steps than are allowed");
}
