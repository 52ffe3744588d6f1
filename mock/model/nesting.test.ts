import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hasMoreValues, nestsDeeper } from "./nesting.ts";

describe("nestsDeeper()", () => {
  it.each([
    [`${"[".repeat(3)}1${"]".repeat(3)}`, 3, false],
    [`${"[".repeat(4)}1${"]".repeat(4)}`, 3, true],
    ['[{"a":[1]}]', 3, false],
    ['[{"a":[[1]]}]', 3, true],
    ["[[1],[2],[3],[4]]", 3, false],
    ['["[[[[[[", "\\"[[[[["]', 3, false],
    [String.raw`["\\", [["\\\"[["]]]`, 3, false],
    [String.raw`["\\", [[["[["]]]]`, 3, true],
    ['["[[[[[[', 3, false],
    ["[".repeat(100_000), 3, true],
    ["[[", 3, false],
  ])("tests whether %s has more than %i levels: %s", (text, limit, expected) => {
    expect(nestsDeeper(text, limit)).toBe(expected);
  });
});

describe("hasMoreValues()", () => {
  it("counts at least every member and item of a JSON text", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const count = countOf(value);
        if (count > 0) expect(hasMoreValues(JSON.stringify(value), count - 1)).toBe(true);
        expect(hasMoreValues(JSON.stringify(value), 2 * count + 1)).toBe(false);
      }),
    );
  });

  it.each([
    ["[1,1,1]", 3, false],
    ["[1,1,1]", 2, true],
    ['[",,,,[[[["]', 1, false],
  ])("tests whether %s has more than %i values: %s", (text, limit, expected) => {
    expect(hasMoreValues(text, limit)).toBe(expected);
  });
});

function countOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value).reduce((sum: number, item) => sum + 1 + countOf(item), 0);
}
