import { describe, expect, it } from "vitest";
import { exponent, median, percentile, ratio } from "./statistics.ts";

describe("median()", () => {
  it("returns the middle number, or the mean of the middle two", () => {
    expect(median([10, 1, 2])).toBe(2);
    expect(median([1, 10, 2, 4])).toBe(3);
  });

  it("returns NaN for an empty list", () => {
    expect(median([])).toBeNaN();
  });
});

describe("percentile()", () => {
  it("returns the smallest number that covers the share", () => {
    const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);

    expect(percentile(hundred, 0.99)).toBe(99);
    expect(percentile(hundred, 1)).toBe(100);
    expect(percentile([7], 0.99)).toBe(7);
  });
});

describe("ratio()", () => {
  it("compares round by round, so that a slow round of both has no effect", () => {
    expect(ratio([10, 1, 10], [20, 2, 20])).toBe(0.5);
  });
});

describe("exponent()", () => {
  it.each([0, 1, 1.5, 2])("returns the exponent of a power: %d", (power) => {
    expect(exponent([250, 1000, 8000].map((amount) => [amount, 3 * amount ** power]))).toBeCloseTo(power);
  });

  it("returns NaN without growth", () => {
    expect(exponent([[250, 1]])).toBeNaN();
    expect(exponent([])).toBeNaN();
  });
});
