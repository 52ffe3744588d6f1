import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../../contracts/index.ts";
import { firstAlteration } from "./alterations.ts";

const anyJson = fc.jsonValue() as fc.Arbitrary<Json>;
const words = fc.stringMatching(/^[a-z]{2,12}$/);

describe("firstAlteration()", () => {
  it("finds nothing if the response shows the sent value", () => {
    fc.assert(fc.property(anyJson, (value) => void expect(firstAlteration(value, value)).toBeUndefined()));
  });

  it("accepts changed spaces, case, order and duplicates, and additional properties", () => {
    fc.assert(
      fc.property(fc.array(words), words, (list, word) => {
        const shown = { list: [...new Set(list)].toSorted(), text: word.toUpperCase(), id: 1 };
        expect(firstAlteration({ list, text: ` ${word} ` }, shown)).toBeUndefined();
      }),
    );
  });

  it("finds truncated texts at any depth", () => {
    fc.assert(
      fc.property(words, words, (name, word) => {
        const found = firstAlteration({ [name]: { text: word } }, { [name]: { text: word.slice(0, -1) } })?.pointer;
        expect(found).toBe(`/${name}/text`);
      }),
    );
  });

  it("accepts numbers stored as 32-bit floats, rounded or truncated", () => {
    const numbers = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e30, max: 1e30 });
    fc.assert(
      fc.property(numbers, (sent) => {
        fc.pre(Math.abs(sent) > 1e-30);
        const rounded = Math.fround(sent);
        const isBeyond = Math.abs(rounded) > Math.abs(sent);
        // A 32-bit float has 23 bits after the leading one.
        const cut = isBeyond ? rounded - Math.sign(sent) * 2 ** (Math.floor(Math.log2(Math.abs(sent))) - 23) : rounded;
        expect([firstAlteration(sent, rounded), firstAlteration(sent, cut)]).toEqual([undefined, undefined]);
      }),
    );
  });

  it.each<readonly [string, Json, Json]>([
    ["a time in another zone", "2026-01-05T12:00:00Z", "2026-01-05T13:00:00+01:00"],
    ["a number as a string", 12.5, "12.50"],
    ["a rounded third", 0.3333, 0.33],
    ["null for an empty string", "", null],
    ["a default for null", null, "EUR"],
    ["a mask", "4111111111111111", "****1111"],
    ["composed characters", "e\u0301", "\u00e9"],
    ["a phone number in another form", "+43 1 23456", "+43123456"],
    ["a duration in another form", "P1D", "PT24H"],
    ["an object in place of an id", "c_1", { id: "c_1" }],
  ])("accepts %s", (_, sent, shown) => expect(firstAlteration(sent, shown)).toBeUndefined());

  it.each<readonly [string, Json, Json]>([
    ["lost cents", 12.34, 12],
    ["a lost cent of a large amount", 35_883.77, 35_883.76],
    ["a default for zero", 0, 100],
    ["an empty string for null", null, ""],
    ["a lost item", ["a", "b"], ["a"]],
    ["another boolean", true, false],
    ["another address that begins with p", "peter@example.com", "paul@example.com"],
    ["a text in place of a duration", "P1D", "Monday"],
    ["another time", "2026-01-05T12:00:00Z", "2026-01-05T12:01:00Z"],
  ])("reports %s as an alteration", (_, sent, shown) => expect(firstAlteration(sent, shown)).toBeDefined());
});
