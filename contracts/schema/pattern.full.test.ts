import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OverBudget } from "../patterns/work.ts";
import { compileDecided, chooseEngine, knownPatternCount, getPattern, toRegExp } from "./pattern.ts";

const repeating = [
  "^[a-z0-9]+(-[a-z0-9]+)*$",
  "^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z]{2,63}$",
  "^(a+)+$",
  "^(?:\\w+\\s?)+$",
  "^(\\d{3})(,\\d{3})*$",
  "(ab|a){2,}[^]",
  "^(?:\\/[\\w\\-.~%]+)+$",
  "^(\\u00e9|\\p{Lu})*$",
  "^(?<word>[äöü]|\\S)+$",
  "^(.[^\\s.]?)*$",
  "^([\\S!]a)*$",
  "^a*b*[^]*-*$",
];

describe("getPattern()", () => {
  it("ends for every text", () => {
    const text = `${"a".repeat(5000)}!`;

    for (const source of ["^a*a*a*a*a*a*$", "^(a+)+$", "^(a|aa)+$", "^([a-z]+)*\\d$", "^(?:\\w+\\s?)+$"])
      expect(getPattern(source)?.test(text)).toBe(false);
  });

  it("agrees with the native engine for every text", () => {
    const texts = fc.oneof(
      ...repeating.map((source) => fc.stringMatching(toRegExp(source) as RegExp, { maxLength: 20 })),
      fc.string({ unit: "binary", maxLength: 16 }),
      fc.string({ unit: fc.constantFrom("a", "b", "-", ",", "1", "é", "É", " ", "\n", "/"), maxLength: 16 }),
    );

    fc.assert(
      fc.property(fc.constantFrom(...repeating), texts, (source, text) => {
        expect(getPattern(source)?.test(text)).toBe(toRegExp(source)?.test(text));
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ["a*a*a*b$", "a", "automaton"],
    ["\\s+$", " ", "automaton"],
    ["\\d+x$", "1", "automaton"],
    ["\\w+@\\w+\\.com", "a", "automaton"],
    ["^(?!x)(a+)+$", "a", "automaton"],
    ["^(?:a(?=.*b))+$", "a", "automaton"],
    ["(?<=a+)c", "a", "automaton"],
    ["^(a?){30}a{30}b$", "a", "automaton"],
    ["^(a?){100000000}b$", "a", "automaton"],
    ["^(?:a|b)*$", "ab", "native"],
    ["^(\"|').*\\1$", "'", "native"],
  ])("gives the same result for half a million characters as for a short text: %s", (source, repeated, engine) => {
    expect(chooseEngine(source)).toBe(engine);
    expect(getPattern(source)?.test(`${repeated.repeat(500_000 / repeated.length)}\u0001`)).toBe(false);
  });

  it("gives the same result after any number of earlier texts", () => {
    const pattern = getPattern("^(a{1,100}){1,100}$");

    expect(
      ["a".repeat(100), "a".repeat(400), "", "b", `${"a".repeat(400)}b`].map((text) => pattern?.test(text)),
    ).toEqual([true, true, false, false, false]);
  });

  it("supports repetition counts that exceed the length of any text", () => {
    const pattern = getPattern("^(a+b?){2,100000000}$");

    expect(["a", "aa", "aba", "b", "ab"].map((text) => pattern?.test(text))).toEqual([false, true, true, false, false]);
  });

  it("has its source as the text by which a validator identifies it", () => {
    expect(String(getPattern("^(a+)+$"))).toBe("^(a+)+$");
    expect(String(compileDecided("^a$", () => {}))).toBe("^a$");
  });

  it("supports backreferences, and throws if they exceed the budget", () => {
    const pattern = getPattern("^(?:(a+)(b*))+c\\1\\2$");

    expect(chooseEngine("^(?:(a+)(b*))+c\\1\\2$")).toBe("backtracking");
    expect(["aabca", "aabcaab", "aabca"].map((text) => pattern?.test(text))).toEqual([false, true, false]);
    expect(() => pattern?.test(`${"a".repeat(100)}!`)).toThrow(OverBudget);
    expect(() => pattern?.test(`${"a".repeat(100)}!`)).toThrow(
      "a text of 101 characters and the pattern ^(?:(a+)(b*))+c\\1\\2$ take too many steps",
    );
  });

  it("returns undefined for an invalid pattern", () => {
    expect(getPattern("(")).toBeUndefined();
    expect(getPattern("(a)*(")).toBeUndefined();
  });
});

describe("compileDecided()", () => {
  it("accepts a text that cannot be decided, and reports it", () => {
    let undecidedCount = 0;
    const pattern = compileDecided("^(?:(a+)(b*))+c\\1\\2$", () => (undecidedCount += 1));

    expect([pattern?.test(`${"a".repeat(100)}!`), undecidedCount]).toEqual([true, 1]);
    expect([pattern?.test("aabca"), undecidedCount]).toEqual([false, 1]);
  });
});

describe("cached patterns", () => {
  it("are limited in number and in characters, and can be compiled again", () => {
    for (let index = 0; index < 10_100; index++) getPattern(`^a{1,2}${index}$`);
    expect(knownPatternCount()).toBeLessThanOrEqual(10_000);

    const long = "b".repeat(1_000_000);
    for (let index = 0; index < 12; index++) getPattern(`^${long}${index}$`);
    expect(knownPatternCount()).toBeLessThanOrEqual(11);
    expect(getPattern("^a{1,2}7$")?.test("aa7")).toBe(true);
  });
});
