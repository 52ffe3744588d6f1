import { describe, expect, it } from "vitest";
import { nestsDeeper } from "./nesting.ts";

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
