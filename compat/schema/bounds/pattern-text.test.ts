import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { textOfPattern } from "./pattern-text.ts";

/** Patterns of few characters, each in several spellings. */
const { pattern } = fc.letrec<{ pattern: string; sequence: string; item: string; atom: string }>((tie) => ({
  atom: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom(
      ..."ab0",
      ".",
      "\\d",
      "\\D",
      "\\w",
      "[ab]",
      "[^a]",
      "[a-b0]",
      "[\\d_]",
      "[\\W-]",
      "^",
      "$",
      "\\b",
      "\\x61",
      "[-a]",
    ),
    tie("pattern").map((inner) => `(${inner})`),
    tie("pattern").map((inner) => `(?:${inner})`),
    tie("pattern").map((inner) => `(?=${inner})`),
    tie("pattern").map((inner) => `(?!${inner})`),
  ),
  item: fc
    .tuple(tie("atom"), fc.constantFrom("", "", "", "?", "*", "+", "{2}", "{1,}", "{0,1}", "{1,2}", "*?"))
    .map(([atom, times]) => (/^(?:[\^$]|\\b|\(\?[=!])/.test(atom) ? atom : atom + times)),
  sequence: fc.array(tie("item"), { maxLength: 3 }).map((items) => items.join("")),
  pattern: fc.array(tie("sequence"), { minLength: 1, maxLength: 3 }).map((all) => all.join("|")),
}));

const characters = ["a", "b", "0", "_", "-", "\n"];
/** All texts of up to three characters. */
const texts = characters.reduce<readonly string[]>(
  (all) => (all.length > 200 ? all : ["", ...all.flatMap((text) => characters.map((one) => text + one))]),
  [""],
);

describe("textOfPattern()", () => {
  it.each([
    ["^[0-9]+$", "^\\d+$"],
    ["^(?:a)$", "^a$"],
    ["^(a|b)$", "^[ab]$"],
    ["[a-z]{1,}", "[a-z]+"],
    ["^(cat|dog)$", "^(?:dog|cat)$"],
    ["[\\w]", "[A-Za-z0-9_]"],
    ["[\\s\\S]", "[^]"],
    ["\\u0041\\/", "A/"],
    ["a{0,1}b{2,2}", "a?bb"],
    ["aa*", "a+"],
    ["(a|(b|cd))", "[ab]|cd"],
  ])("returns the same text for %s and %s", (one, other) => {
    expect(textOfPattern(one)).toBe(textOfPattern(other));
  });

  it.each([
    ["(a{2}){3}", "a{3}"],
    ["(a)\\1", "a\\1"],
    ["(?<x>a)\\k<x>", "aa"],
    ["^a|b$", "^(a|b)$"],
    [".", "[^\\n]"],
    ["a{1,2}", "a+"],
  ])("distinguishes %s from %s", (one, other) => {
    expect(textOfPattern(one)).not.toBe(textOfPattern(other));
  });

  it("returns a pattern with deeply nested groups as it is", () => {
    const deep = `${"(".repeat(100_000)}a${")".repeat(100_000)}`;

    expect(textOfPattern(deep)).toContain(deep);
  });

  it("returns the same text only for patterns that match the same texts", () => {
    const found = new Map<string, string>();
    const matchesOf = (source: string): string => {
      const expression = new RegExp(source, "u");
      return texts.map((text) => Number(expression.test(text))).join("");
    };
    fc.assert(
      fc.property(pattern, (source) => {
        const normal = textOfPattern(source);
        const matches = matchesOf(source);
        expect(found.get(normal) ?? matches).toBe(matches);
        found.set(normal, matches);
      }),
      { numRuns: 1000 },
    );
    expect(found.size).toBeGreaterThan(100);
  });
});
