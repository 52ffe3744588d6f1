import { describe, expect, it } from "vitest";
import { type MatchBudget, OverBudget, type StepBudget, limitMatches, runMatch, spend, withinBudget } from "./work.ts";

/** Whether all of these steps are allowed, one after the other. */
function isAllowed(...steps: readonly number[]): boolean {
  try {
    steps.forEach(spend);
    return true;
  } catch (error) {
    if (error instanceof OverBudget) return false;
    throw error;
  }
}

describe("withinBudget()", () => {
  it("allows so many steps altogether, and any number outside of it", () => {
    expect(withinBudget(() => isAllowed(6, 4), 10)).toBe(true);
    expect(withinBudget(() => isAllowed(6, 5), 10)).toBe(false);
    expect(isAllowed(1e12)).toBe(true);
  });

  it("counts what several runs spend together", () => {
    const budget: StepBudget = { left: 10 };

    expect([6, 3, 2, 1].map((steps) => withinBudget(() => isAllowed(steps), budget))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it("counts what is spent inside of another run for that one as well", () => {
    const outer: StepBudget = { left: 10 };
    withinBudget(() => withinBudget(() => isAllowed(6), 8), outer);

    expect(outer.left).toBe(4);
    expect(withinBudget(() => withinBudget(() => isAllowed(5), 8), outer)).toBe(false);
  });
});

describe("limitMatches()", () => {
  const matchOf = (steps: number): boolean => runMatch(() => isAllowed(steps));

  it("counts what several matches spend together, and nothing else", () => {
    expect(limitMatches(() => [isAllowed(100), matchOf(6), matchOf(4), matchOf(1)], { left: 10 })).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(matchOf(100)).toBe(true);
  });

  it("allows one match no more than each may spend, and the next one as many again", () => {
    expect(limitMatches(() => [5, 4, 2].map(matchOf), { left: 10, each: 4 })).toEqual([false, true, false]);
  });

  it("counts for the enclosing limit as well, which allows no more than it has left", () => {
    const outer: MatchBudget = { left: 10 };
    const allowed = limitMatches(() => [6, 6].map((steps) => limitMatches(() => matchOf(steps), { left: 8 })), outer);

    expect(allowed).toEqual([true, false]);
  });
});
