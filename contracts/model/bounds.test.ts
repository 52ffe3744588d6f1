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

  it("stops at what contains itself", () => {
    const circle: Record<string, unknown> = {};
    circle["again"] = circle;

    expect(excessOf(circle)).toBe("it nests more than 1000 levels");
  });
});
