import { describe, expect, it } from "vitest";
import { type MatchBudget, OverBudget, type StepBudget, limitMatches, runMatch, spend, withinBudget } from "./work.ts";

/** Checks that all these steps together are within the budget. */
function isWithinBudget(...steps: readonly number[]): boolean {
  try {
    steps.forEach(spend);
    return true;
  } catch (error) {
    if (error instanceof OverBudget) return false;
    throw error;
  }
}

describe("withinBudget()", () => {
  it("allows its number of steps in total, and any number outside of it", () => {
    expect(withinBudget(() => isWithinBudget(6, 4), 10)).toBe(true);
    expect(withinBudget(() => isWithinBudget(6, 5), 10)).toBe(false);
    expect(isWithinBudget(1e12)).toBe(true);
  });

  it("counts the steps of runs that share a budget", () => {
    const budget: StepBudget = { left: 10 };

    expect([6, 3, 2, 1].map((steps) => withinBudget(() => isWithinBudget(steps), budget))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it("counts the steps of a nested run against the outer budget", () => {
    const outer: StepBudget = { left: 10 };
    withinBudget(() => withinBudget(() => isWithinBudget(6), 8), outer);

    expect(outer.left).toBe(4);
    expect(withinBudget(() => withinBudget(() => isWithinBudget(5), 8), outer)).toBe(false);
  });
});

describe("limitMatches()", () => {
  const matchOf = (steps: number): boolean => runMatch(() => isWithinBudget(steps));

  it("counts the steps of several matches, and nothing else", () => {
    expect(limitMatches(() => [isWithinBudget(100), matchOf(6), matchOf(4), matchOf(1)], { left: 10 })).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(matchOf(100)).toBe(true);
  });

  it("limits each match separately", () => {
    expect(limitMatches(() => [5, 4, 2].map(matchOf), { left: 10, each: 4 })).toEqual([false, true, false]);
  });

  it("counts against the outer limit and respects it", () => {
    const outer: MatchBudget = { left: 10 };
    const allowed = limitMatches(() => [6, 6].map((steps) => limitMatches(() => matchOf(steps), { left: 8 })), outer);

    expect(allowed).toEqual([true, false]);
  });
});
