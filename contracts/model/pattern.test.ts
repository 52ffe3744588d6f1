import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decidedPatternOf, patternOf, regExpOf } from "./pattern.ts";

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

describe("patternOf()", () => {
  it("takes no text forever", () => {
    const text = `${"a".repeat(5000)}!`;

    for (const source of ["^a*a*a*a*a*a*$", "^(a+)+$", "^(a|aa)+$", "^([a-z]+)*\\d$", "^(?:\\w+\\s?)+$"])
      expect(patternOf(source)?.test(text)).toBe(false);
  });

  it("judges every text as the native engine does", () => {
    const texts = fc.oneof(
      ...repeating.map((source) => fc.stringMatching(regExpOf(source) as RegExp, { maxLength: 20 })),
      fc.string({ unit: "binary", maxLength: 16 }),
      fc.string({ unit: fc.constantFrom("a", "b", "-", ",", "1", "é", "É", " ", "\n", "/"), maxLength: 16 }),
    );

    fc.assert(
      fc.property(fc.constantFrom(...repeating), texts, (source, text) => {
        expect(patternOf(source)?.test(text)).toBe(regExpOf(source)?.test(text));
      }),
      { numRuns: 2000 },
    );
  });

  it("takes no text forever where only a backtracking engine knows the pattern", () => {
    const pattern = patternOf("^(?!x)(a+)+$");

    expect(pattern?.test("aaa")).toBe(true);
    expect(pattern?.test("xaa")).toBe(false);
    expect(pattern?.test("a".repeat(100))).toBe(true);
    expect(pattern?.test(`x${"a".repeat(100)}`)).toBe(false);
    // It was stopped: nobody can tell.
    expect(pattern?.test(`${"a".repeat(100)}!`)).toBe(true);
  });

  it("takes no more memory than there is", () => {
    for (const text of ["", "aaa", "a".repeat(100)]) expect(patternOf("^(a?){100000000}$")?.test(text)).toBe(true);
  });

  it("is nothing where there is no pattern", () => {
    expect(patternOf("(")).toBeUndefined();
    expect(patternOf("(a)*(")).toBeUndefined();
  });
});

describe("decidedPatternOf()", () => {
  const ofPassword = "^(?=.*[A-Z])(?=.*\\d)(?=.*[!@#])(?![)\\](]).{8,}$";

  it.each([
    [ofPassword, "aaaaaZ1!", true],
    [ofPassword, "aaaaaaZ1", false],
    [ofPassword, ")aaaaaZ1!", false],
    ["^(?!a)(?!.*b$)[a-z]*[0-9]*[a-z]*$", "xyz123xya", true],
  ])("is decided where looks ahead of the start are tried one after the other: %s of %s", (source, text, fits) => {
    const pattern = decidedPatternOf(source, () => expect.unreachable("nothing is left open"));

    expect(pattern?.test(text)).toBe(fits);
  });

  it("leaves a text open where one of them may take long by itself", () => {
    let open = 0;
    decidedPatternOf("^(?=.*a.*b.*c.*d)(?=x).+$", () => (open += 1))?.test("x".repeat(20));

    expect(open).toBe(1);
  });
});
