import { describe, expect, it } from "vitest";
import { memoizeLast } from "./memoize-last.ts";

describe("memoizeLast()", () => {
  it("computes the result for a text once", () => {
    let computations = 0;
    const lengthOf = memoizeLast((text) => ({ length: text.length, made: ++computations }));

    expect([lengthOf("one"), lengthOf("three"), lengthOf("one")].map(({ length }) => length)).toEqual([3, 5, 3]);
    expect(computations).toBe(2);
    expect(lengthOf("one")).toBe(lengthOf("one"));
  });

  it("keeps only the results of the last texts", () => {
    const computations: string[] = [];
    const read = memoizeLast((text) => computations.push(text));
    const texts = Array.from({ length: 1000 }, (_, index) => String(index));
    texts.forEach(read);
    computations.length = 0;
    texts.toReversed().forEach(read);

    expect(computations.length).toBeGreaterThan(900);
    expect(computations).not.toContain("999");
  });

  it("does not keep an error", () => {
    let callCount = 0;
    const read = memoizeLast(() => {
      callCount += 1;
      throw new TypeError("Cannot read it");
    });

    expect(() => read("one")).toThrow("Cannot read it");
    expect(() => read("one")).toThrow("Cannot read it");
    expect(callCount).toBe(2);
  });
});
