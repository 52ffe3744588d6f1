import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pairwise } from "./index.ts";

/** Lists of values that tell which list they are of. */
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
  it("has every two values of two lists in some row, each row being one of each list", () => {
    fc.assert(
      fc.property(lists, (all) => {
        const rows = pairwise(all);

        expect(new Set(rows.flatMap(pairsIn))).toEqual(new Set(allPairs(all)));
        for (const row of rows)
          expect(row.map((value) => value.split(":")[0])).toEqual(all.map((_, list) => `${list}`));
      }),
    );
  });

  it("has no row that brings nothing, and the same rows each time", () => {
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

  it("is far less than all combinations", () => {
    const ten = Array.from({ length: 10 }, () => ["a", "b", "c"]);

    expect(pairwise(ten).length).toBeLessThan(25);
  });

  it("of one list is each value, and of none, or where one is empty, nothing", () => {
    expect(pairwise([["a", "b"]])).toEqual([["a"], ["b"]]);
    expect(pairwise([])).toEqual([]);
    expect(pairwise([["a"], []])).toEqual([]);
  });
});
