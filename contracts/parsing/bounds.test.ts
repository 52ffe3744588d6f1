import { describe, expect, it } from "vitest";
import { exceededValueLimit } from "./bounds.ts";

describe("exceededValueLimit()", () => {
  it("returns undefined for a document that repeats a part many times", () => {
    const part = { a: [1, null, "x"] };

    expect(
      exceededValueLimit({ one: part, other: part, list: Array.from({ length: 1000 }, () => part) }),
    ).toBeUndefined();
  });

  it("reports a value that doubles with every level", () => {
    let bomb: unknown = "x";
    for (let level = 0; level < 40; level++) bomb = [bomb, bomb];

    expect(exceededValueLimit(bomb)).toBe("it holds more than 5 million values");
  });

  it("reports the name that makes a pointer too long", () => {
    const longName = "n".repeat(5000);

    expect(exceededValueLimit({ [longName]: { a: 1 } })).toBeUndefined();
    expect(exceededValueLimit({ [longName]: [{ [longName]: 1 }] })).toBe(
      `the name "${"n".repeat(79)}…" makes a pointer of more than 8000 characters`,
    );
  });

  it("reports too many characters in all pointers together", () => {
    const lists = (count: number): unknown => ({ ["n".repeat(7000)]: Array.from({ length: count }, () => []) });

    expect(exceededValueLimit(lists(50_000))).toBeUndefined();
    expect(exceededValueLimit(lists(60_000))).toBe(
      "the pointers to its values have more than 400 million characters together",
    );
  });

  it("reports a value that contains itself", () => {
    const circle: Record<string, unknown> = {};
    circle["again"] = circle;

    expect(exceededValueLimit(circle)).toBe("it nests more than 1000 levels");
  });
});
