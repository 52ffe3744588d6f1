import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pairwise } from "./index.ts";

/** Lists whose values name their list. */
const lists = fc
  .array(fc.integer({ min: 1, max: 5 }), { minLength: 2, maxLength: 7 })
  .map((lengths) => lengths.map((length, list) => Array.from({ length }, (_, index) => `${list}:${index}`)));

const pairsIn = (row: readonly string[]): string[] =>
  row.flatMap((one, index) => row.slice(index + 1).map((other) => `${one} ${other}`));

const allPairs = (all: readonly (readonly string[])[]): string[] =>
  all.flatMap((list, index) =>
    all.slice(index + 1).flatMap((other) => list.flatMap((a) => other.map((b) => `${a} ${b}`))),
  );

describe("pairwise()", () => {
  it("combines every two values of two lists in some row, and each row has one value of each list", () => {
    fc.assert(
      fc.property(lists, (all) => {
        const rows = pairwise(all);

        expect(new Set(rows.flatMap(pairsIn))).toEqual(new Set(allPairs(all)));
        for (const row of rows)
          expect(row.map((value) => value.split(":")[0])).toEqual(all.map((_, list) => `${list}`));
      }),
    );
  });

  it("has no redundant row, and returns the same rows each time", () => {
    fc.assert(
      fc.property(lists, (all) => {
        const rows = pairwise(all);
        const seen = new Set<string>();
        for (const row of rows) {
          const before = seen.size;
          for (const pair of pairsIn(row)) seen.add(pair);
          expect(seen.size).toBeGreaterThan(before);
        }

        expect(pairwise(all)).toEqual(rows);
      }),
    );
  });

  it("has far fewer rows than all combinations", () => {
    const tenValues = Array.from({ length: 10 }, () => ["a", "b", "c"]);

    expect(pairwise(tenValues).length).toBeLessThan(25);
  });

  it("returns each value of a single list, and no row without lists or for an empty list", () => {
    expect(pairwise([["a", "b"]])).toEqual([["a"], ["b"]]);
    expect(pairwise([])).toEqual([]);
    expect(pairwise([["a"], []])).toEqual([]);
  });
});
