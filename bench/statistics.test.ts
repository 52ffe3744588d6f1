import { describe, expect, it } from "vitest";
import { median, percentile, ratio } from "./statistics.ts";

describe("median()", () => {
  it("is the middle number, or the mean of the middle two", () => {
    expect(median([10, 1, 2])).toBe(2);
    expect(median([1, 10, 2, 4])).toBe(3);
  });

  it("is no number where there are none", () => {
    expect(median([])).toBeNaN();
  });
});

describe("percentile()", () => {
  it("is the smallest number that covers the share", () => {
    const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);

    expect(percentile(hundred, 0.99)).toBe(99);
    expect(percentile(hundred, 1)).toBe(100);
    expect(percentile([7], 0.99)).toBe(7);
  });
});

describe("ratio()", () => {
  it("compares round by round, so that a slow round of both changes nothing", () => {
    expect(ratio([10, 1, 10], [20, 2, 20])).toBe(0.5);
  });
});
