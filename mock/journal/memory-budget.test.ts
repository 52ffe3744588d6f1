import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type BudgetedJournal, type MemoryBudget, createMemoryBudget } from "./memory-budget.ts";

const limit = 100;

describe("createMemoryBudget()", () => {
  it("never exceeds its limit, and shrinks the least recently active journals first", () => {
    assertFair(createMemoryBudget);
  });

  it.each<[string, (most: number) => MemoryBudget]>([
    ["ignores its limit", () => createMemoryBudget(Infinity)],
    ["ignores released memory", (most) => ({ ...createMemoryBudget(most), release: () => {} })],
    [
      "shrinks the most recently active journal",
      (most) => ({ ...createMemoryBudget(most), reserve: (journal) => journal.dropOldest() }),
    ],
  ])("fails that law if it %s", (_, create) => {
    expect(() => assertFair(create)).toThrow(/Property failed/);
  });
});

/** Compares a budget with a list of all reservations in order. */
function assertFair(create: (limit: number) => MemoryBudget): void {
  const reservation = fc.record({
    journalIndex: fc.nat(3),
    bytes: fc.integer({ min: 1, max: 40 }),
    isCleared: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(reservation, { maxLength: 40 }), (all) => {
      const budget = create(limit);
      const held: number[][] = [[], [], [], []];
      const journals = held.map((reservedBytes): BudgetedJournal => ({
        get size() {
          return reservedBytes.length;
        },
        dropOldest: () => budget.release(reservedBytes.shift() ?? 0),
      }));
      let order: number[] = [];
      const expected: number[][] = [[], [], [], []];
      for (const { journalIndex, bytes, isCleared } of all) {
        const [journal, reservedBytes] = [journals[journalIndex] as BudgetedJournal, held[journalIndex] as number[]];
        if (isCleared && reservedBytes.length > 0) {
          budget.release(sum(reservedBytes.splice(0)));
          budget.remove(journal);
          expected[journalIndex] = [];
          continue;
        }
        reservedBytes.push(bytes);
        budget.reserve(journal, bytes);
        expected[journalIndex]?.push(bytes);
        order = [...order.filter((each) => each !== journalIndex), journalIndex];
        while (sum(expected.flat()) > limit)
          expected[order.find((each) => expected[each]?.length !== 0) as number]?.shift();
        expect(held).toEqual(expected);
      }
    }),
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
