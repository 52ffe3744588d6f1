import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../../contracts/index.ts";
import { computeReadingCost, simplifyTexts } from "./simplify-texts.ts";

describe("simplifyTexts()", () => {
  it("keeps the value a proof, and never raises its reading cost", () => {
    const character = fc.string({ unit: "binary", minLength: 1, maxLength: 1 });
    const text = fc.string({ unit: "binary", maxLength: 12 });
    fc.assert(
      fc.property(text, character, text, (before, needed, after) => {
        const shows = (value: Json): boolean => JSON.stringify(value).includes(JSON.stringify(needed).slice(1, -1));
        const odd = { list: [`${before}${needed}${after}`] };
        const plain = simplifyTexts(odd, shows);

        expect(shows(plain)).toBe(true);
        expect(computeReadingCost(JSON.stringify(plain))).toBeLessThanOrEqual(computeReadingCost(JSON.stringify(odd)));
      }),
    );
  });

  it.each<[Json, Json]>([
    ["text cd42", "text cd42"],
    ["ann@example.com", "ann@example.com"],
    ["[`,8X", "8"],
    [
      { a: 1, b: ["\u{d94d}\u0006 8 \u{1F600}"] },
      { a: 1, b: ["8"] },
    ],
    ["\u{1F600}", "a"],
  ])("of %j is %j", (value, plain) => {
    const shows = (one: Json): boolean => JSON.stringify(value).includes("8") === JSON.stringify(one).includes("8");

    expect(simplifyTexts(value, shows)).toEqual(plain);
  });
});

describe("computeReadingCost()", () => {
  it("is less for longer texts of plain characters", () => {
    expect(computeReadingCost(JSON.stringify("abc def"))).toBeLessThan(computeReadingCost(JSON.stringify("\u0006")));
  });
});
