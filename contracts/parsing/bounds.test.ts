import { describe, expect, it } from "vitest";
import { excessOf } from "./bounds.ts";

describe("excessOf()", () => {
  it("has nothing against a document, however often it repeats itself", () => {
    const part = { a: [1, null, "x"] };

    expect(excessOf({ one: part, other: part, list: Array.from({ length: 1000 }, () => part) })).toBeUndefined();
  });

  it("stops at what doubles with every level", () => {
    let bomb: unknown = "x";
    for (let level = 0; level < 40; level++) bomb = [bomb, bomb];

    expect(excessOf(bomb)).toBe("it holds more than 5 million values");
  });

  it("names what makes a pointer too long, and adds up the names above it", () => {
    const long = "n".repeat(5000);

    expect(excessOf({ [long]: { a: 1 } })).toBeUndefined();
    expect(excessOf({ [long]: [{ [long]: 1 }] })).toBe(
      `the name "${"n".repeat(77)}…" makes a pointer of more than 8000 characters`,
    );
  });

  it("adds up the pointers to all objects and lists", () => {
    const lists = (count: number): unknown => ({ ["n".repeat(7000)]: Array.from({ length: count }, () => []) });

    expect(excessOf(lists(50_000))).toBeUndefined();
    expect(excessOf(lists(60_000))).toBe("the pointers to its values have more than 400 million characters together");
  });

  it("stops at what contains itself", () => {
    const circle: Record<string, unknown> = {};
    circle["again"] = circle;

    expect(excessOf(circle)).toBe("it nests more than 1000 levels");
  });
});
