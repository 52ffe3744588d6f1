import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { limitMatches } from "../patterns/work.ts";
import { toRegExp } from "./pattern.ts";
import { textBeyondPattern } from "./text-beyond.ts";

const lookarounds = ["(?=", "(?!", "(?<=", "(?<!"];

/** Patterns of few characters, with all kinds of assertions. */
const { pattern } = fc.letrec<{ pattern: string; sequence: string; item: string; atom: string }>((tie) => ({
  atom: fc.oneof(
    { maxDepth: 1, depthIdentifier: "pattern", withCrossShrink: true },
    fc.constantFrom(..."ab0-", ".", "\\d", "\\D", "\\w", "[^a]", "[a-b0]", "[^\\s]", "\\p{L}", "\\P{L}", "é", "😀"),
    fc.constantFrom("^", "$", "\\b", "\\B"),
    tie("pattern").map((inner) => `(${inner})`),
    tie("pattern").map((inner) => `(?i:${inner})`),
    fc.tuple(fc.constantFrom(...lookarounds), tie("pattern")).map(([start, inner]) => `${start}${inner})`),
  ),
  item: fc
    .tuple(tie("atom"), fc.constantFrom("", "", "", "?", "*", "+", "{2}", "{1,2}", "*?", "+?"))
    .map(([atom, times]) => (/^(?:[\^$]|\\[bB]|\(\?<?[=!])/.test(atom) ? atom : atom + times)),
  sequence: fc.array(tie("item"), { maxLength: 3 }).map((items) => items.join("")),
  pattern: fc.array(tie("sequence"), { minLength: 1, maxLength: 2 }).map((all) => all.join("|")),
}));

/** Patterns that are valid with the u flag, and those with an escape that only is valid without it. */
const anyPattern = fc.oneof(
  pattern,
  pattern.map((one) => `^${one}$`),
  pattern.map((one) => `${one}(?:\\-)?`),
);

const characters = ["a", "A", "b", "0", "-", "\n", "é", "😀"];
/** All texts of up to three characters. */
const texts = ["", ...[1, 2, 3].flatMap((length) => textsOf(length))];

function textsOf(length: number): string[] {
  if (length === 0) return [""];
  return textsOf(length - 1).flatMap((text) => characters.map((one) => text + one));
}

describe("textBeyondPattern()", () => {
  it("agrees with all short texts", () => {
    let decided = 0;
    fc.assert(
      fc.property(fc.array(anyPattern, { minLength: 1, maxLength: 2 }), anyPattern, (patterns, refusing) => {
        const accepts = (text: string): boolean => patterns.every((one) => toRegExp(one)?.test(text) === true);
        const refuses = (text: string): boolean => toRegExp(refusing)?.test(text) === false;
        const found = textBeyondPattern({ patterns }, refusing);
        if (found === "undecided") return;
        decided++;
        if (found === "none") expect(texts.filter((text) => accepts(text) && refuses(text))).toEqual([]);
        else expect([accepts(found.text), refuses(found.text)]).toEqual([true, true]);
      }),
      { numRuns: 250, seed: Number(process.env["SEED"] ?? 7) },
    );
    expect(decided).toBeGreaterThan(200);
  });

  it.each<[accepting: string, refusing: string, text: string]>([
    ["^\\p{Nd}+$", "^\\d+$", "٠"],
    ["^[a-zà-ÿ]+$", "^[a-zà-þ]+$", "ÿ"],
    ["^[a-z]{1,20}$", "^(?!.*admin)[a-z]{1,20}$", "admin"],
    ["^[A-Z]{2}\\d{6}$", "^[A-Z]{2}\\d{6}(?<!000000)$", "AA000000"],
    ["^\\d{1,3}$", "^(?:\\d{1,2}|[0-8]\\d{2}|9[0-8]\\d|99[0-8])$", "999"],
    ["foo", "\\bfoo\\b", "fooa"],
    ["^[^x]$", "^[^x\\u{1F600}]$", "😀"],
    ["^[[:alpha:]]+$", "^[a-y]+$", "z"],
    ["^\\w\\-\\w$", "^[a-z]-\\w$", "A-a"],
  ])("finds a text of %s that %s refuses", (accepting, refusing, text) => {
    expect(textBeyondPattern({ patterns: [accepting] }, refusing)).toEqual({ text });
  });

  it.each([
    ["^\\S+$", "^[^ ]+$"],
    ["^(xxx)*$", "^(xxxxxx)*(xxx)?$"],
    ["^\\bfoo\\b", "^foo\\b"],
    ["^[a-z]*$", "^([a-z]+)?$"],
    ["^[\\d.]+$", "^[0-9.]+$"],
    ["^.{2}$", "^[^\\ud800-\\udfff]{2}$"],
    ["^[\\w\\-]$", "^[a-zA-Z0-9_-]$"],
    ["^(?=.*\\d)(?=.*[a-z])\\w{8,}$", "^(?=.*[a-z])(?=.*\\d)\\w{8,}$"],
  ])("finds no text of %s that %s refuses", (accepting, refusing) => {
    expect(textBeyondPattern({ patterns: [accepting] }, refusing)).toBe("none");
  });

  it("reads the slashes of a literal as characters, unless both patterns are literals", () => {
    expect(textBeyondPattern({ patterns: ["^a$"] }, "/^a$/")).toEqual({ text: "a" });
    expect(textBeyondPattern({ patterns: ["/^a$/i"] }, "^b$")).toBe("none");
    expect(textBeyondPattern({ patterns: ["/^a$/i"] }, "/^a$/")).toEqual({ text: "A" });
  });

  it("counts the characters of a text with limits of its length", () => {
    const language = { patterns: ["^[a-z😀]+$"], maxLength: 3 };

    expect(textBeyondPattern(language, "^.{1,3}$")).toBe("none");
    expect(textBeyondPattern({ ...language, maxLength: 4 }, "^.{1,3}$")).toEqual({ text: "aaaa" });
    expect(textBeyondPattern({ ...language, minLength: 3 }, "^.?.?$")).toEqual({ text: "aaa" });
  });

  it("finds a text in a format", () => {
    expect(textBeyondPattern({ patterns: [], formats: ["uri"] }, "^(?!javascript:)")).toEqual({ text: "javascript:a" });
    expect(textBeyondPattern({ patterns: [], formats: ["date"] }, "^[\\d-]{10}$")).toBe("none");
  });

  it.each([
    ["a reference back", "^(\\w+)-\\w+$", "^(\\w+)-\\1$"],
    ["too many states", "^.*$", "^(?!.{30}b).{0,40}a.{40}$|^[^]*$"],
    ["an invalid pattern", "^a$", "("],
  ])("does not decide %s", (_, accepting, refusing) => {
    expect(textBeyondPattern({ patterns: [accepting] }, refusing)).toBe("undecided");
  });

  it("does not decide beyond the steps of its caller, and decides later", () => {
    const decide = () => textBeyondPattern({ patterns: ["^(?:aaaaa)*$"] }, "^(?:aaaaaaa)*$");

    expect(limitMatches(decide, { left: 10 })).toBe("undecided");
    expect(decide()).toEqual({ text: "aaaaa" });
  });
});
