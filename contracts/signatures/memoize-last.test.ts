import { describe, expect, it } from "vitest";
import { memoizeLast } from "./memoize-last.ts";

describe("memoizeLast()", () => {
  it("computes the result for a text once", () => {
    let made = 0;
    const lengthOf = memoizeLast((text) => ({ length: text.length, made: ++made }));

    expect([lengthOf("one"), lengthOf("three"), lengthOf("one")].map(({ length }) => length)).toEqual([3, 5, 3]);
    expect(made).toBe(2);
    expect(lengthOf("one")).toBe(lengthOf("one"));
  });

  it("keeps only the results of the last texts", () => {
    const made: string[] = [];
    const read = memoizeLast((text) => made.push(text));
    const texts = Array.from({ length: 1000 }, (_, index) => String(index));
    texts.forEach(read);
    made.length = 0;
    texts.toReversed().forEach(read);

    expect(made.length).toBeGreaterThan(900);
    expect(made).not.toContain("999");
  });

  it("does not keep an error", () => {
    let asked = 0;
    const read = memoizeLast(() => {
      asked += 1;
      throw new TypeError("Cannot read it");
    });

    expect(() => read("one")).toThrow("Cannot read it");
    expect(() => read("one")).toThrow("Cannot read it");
    expect(asked).toBe(2);
  });
});
