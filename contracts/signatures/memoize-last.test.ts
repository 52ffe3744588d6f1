import { describe, expect, it } from "vitest";
import { keepingLast } from "./last.ts";

describe("keepingLast()", () => {
  it("makes one thing of a text, however often it is asked for", () => {
    let made = 0;
    const lengthOf = keepingLast((text) => ({ length: text.length, made: ++made }));

    expect([lengthOf("one"), lengthOf("three"), lengthOf("one")].map(({ length }) => length)).toEqual([3, 5, 3]);
    expect(made).toBe(2);
    expect(lengthOf("one")).toBe(lengthOf("one"));
  });

  it("keeps no more than the last few", () => {
    const made: string[] = [];
    const read = keepingLast((text) => made.push(text));
    const texts = Array.from({ length: 1000 }, (_, index) => String(index));
    texts.forEach(read);
    made.length = 0;
    texts.toReversed().forEach(read);

    expect(made.length).toBeGreaterThan(900);
    expect(made).not.toContain("999");
  });

  it("keeps nothing of a text of which nothing can be made", () => {
    let asked = 0;
    const read = keepingLast(() => {
      asked += 1;
      throw new TypeError("Cannot read it");
    });

    expect(() => read("one")).toThrow("Cannot read it");
    expect(() => read("one")).toThrow("Cannot read it");
    expect(asked).toBe(2);
  });
});
