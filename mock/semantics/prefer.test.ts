import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readPreferences, writePreference } from "./prefer.ts";

describe("readPreferences()", () => {
  it.each<[header: string, preferences: Record<string, string>]>([
    ["code=409", { code: "409" }],
    ["code=409, example=taken", { code: "409", example: "taken" }],
    ['example="two words, and a comma"', { example: "two words, and a comma" }],
    [String.raw`example="say \"a\\b\""`, { example: String.raw`say "a\b"` }],
    ["Return=minimal", { return: "minimal" }],
    ["respond-async, wait=10", { "respond-async": "", wait: "10" }],
    ['respond-async=""', { "respond-async": "" }],
    ["code = 404 ; foo=bar; baz , dynamic=true", { code: "404", dynamic: "true" }],
    ["code=404;, dynamic=true", { code: "404", dynamic: "true" }],
    ["code=404, code=500", { code: "404" }],
    ["code=404, , ,", { code: "404" }],
    ["example=a b, code=404", { code: "404" }],
    ['code=404, example="open', { code: "404" }],
    ["=1, code=404", { code: "404" }],
    ["", {}],
  ])("reads %s", (header, preferences) => {
    expect(Object.fromEntries(readPreferences(header))).toEqual(preferences);
  });

  it("takes a short time for every header", () => {
    const [space, quote] = ["a" + ";  ".repeat(5_000) + "=", `a="${String.raw`\"`.repeat(8_000)}`];

    expect([...readPreferences(space), ...readPreferences(quote)]).toEqual([]);
  });

  it("parses every formatted preference", () => {
    const name = fc.stringMatching(/^[a-z][a-z-]{0,9}$/);
    const value = fc.string({ unit: fc.constantFrom(...'aZ09 ,;="\\\t') });
    const preferences = fc.array(fc.tuple(name, value), { minLength: 1, maxLength: 4 });
    const law = fc.property(preferences, (pairs) => {
      const header = pairs.map((pair) => writePreference(...pair)).join(", ");
      expect([...readPreferences(header)]).toEqual([...new Map(pairs.toReversed())].toReversed());
    });

    expect(() => fc.assert(law)).not.toThrow();
  });
});
