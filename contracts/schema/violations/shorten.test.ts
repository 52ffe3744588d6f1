import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shortJson, shorten } from "./shorten.ts";

describe("shortJson()", () => {
  it("is the beginning of the JSON of any value", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        expect(shortJson(value)).toBe(shorten(JSON.stringify(value)));
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ["deep", (): unknown => Array.from({ length: 200 }).reduce((inner) => [inner], 1)],
    ["long", (): unknown => Array.from({ length: 1000 }, (_, index) => ({ [`${"n".repeat(index)}`]: {} }))],
    ["flat", (): unknown => Array.from({ length: 1000 }, () => [])],
    ["a text with surrogates", (): unknown => "😀".repeat(100)],
  ])("is the beginning of the JSON of a value that is %s", (_, valueOf) => {
    expect(shortJson(valueOf())).toBe(shorten(JSON.stringify(valueOf())));
  });

  it("reads no more of a value than it shows", () => {
    let reads = 0;
    const item = {
      toString: () => "",
      get member() {
        return (void reads++, 1);
      },
    };
    shortJson(Array.from({ length: 100_000 }, () => item));

    expect(reads).toBeLessThan(100);
  });
});
