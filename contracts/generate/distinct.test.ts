import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assertOnlyAccepted, smallestOf } from "../../test/support/values/laws.ts";
import { generateDistinct } from "./distinct.ts";

const lists = (max: number, minLength: number, maxLength: number): fc.Arbitrary<number[]> =>
  generateDistinct(fc.nat({ max }), { minLength, maxLength }, String);

describe("generateDistinct()", () => {
  it.each([
    [9, 0, 4],
    [9, 2, 4],
    [9, 3, 3],
  ])("of 0 to %i have %i to %i different items", (max, minItems, maxItems) => {
    const fits = (items: number[]): boolean =>
      new Set(items).size === items.length && items.length >= minItems && items.length <= maxItems;

    assertOnlyAccepted(lists(max, minItems, maxItems), fits);
    expect(smallestOf(lists(max, minItems, maxItems))).toHaveLength(minItems);
  });

  it("finds all different items", () => {
    expect(fc.sample(lists(4, 5, 5), 20).every((items) => items.length === 5)).toBe(true);
  });

  it("returns fewer items if there are too few", () => {
    expect(fc.sample(lists(1, 3, 3), 1)[0]?.toSorted()).toEqual([0, 1]);
  });
});
