import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lenientPattern } from "../../schema/pattern.ts";
import { type Lengths, matchingTexts } from "./pattern.ts";
import { countCodePoints } from "../types/text.ts";

const anyLength: Lengths = { minLength: 0, maxLength: Number.POSITIVE_INFINITY };

const repeats = fc.constantFrom("", "", "?", "*", "+", "{3}", "{2,}", "{70}", "{1,90}");

/** Parts of patterns, nested at most three deep. */
const { pattern } = fc.letrec<{ pattern: string; part: string }>((arbitrary) => ({
  pattern: fc
    .tuple(fc.constantFrom("^", ""), fc.array(arbitrary("part"), { maxLength: 4 }), fc.constantFrom("$", ""))
    .map(([start, parts, end]) => start + parts.join("") + end),
  part: fc.oneof(
    { maxDepth: 3 },
    fc
      .tuple(
        fc.constantFrom("a", "[a-z]", ".", String.raw`\d`, String.raw`\W`, "[^a-z]", "[^ -~]", String.raw`[^\S ]`, "é"),
        repeats,
      )
      .map((parts) => parts.join("")),
    fc.integer({ min: 60, max: 70 }).map((length) => "x".repeat(length)),
    fc
      .tuple(arbitrary("part"), arbitrary("part"), fc.constantFrom("", "?", "*", "+", "{2}", "{1,50}"))
      .map(([a, b, times]) => `(${a}|${b})${times}`),
  ),
}));

describe("matchingTexts()", () => {
  it("generates only matching texts, for patterns and lengths of every kind", () => {
    const lengths = fc.constantFrom(
      anyLength,
      ...[5, 40, 1_000, 1_000_000].map((maxLength) => ({ minLength: 0, maxLength })),
      {
        minLength: 1_000,
        maxLength: 2_000,
      },
    );
    let textCount = 0;
    fc.assert(
      fc.property(pattern, lengths, (source, limits) => {
        const texts = matchingTexts(source, limits);
        const samples = texts ? fc.sample(texts, { seed: 1, numRuns: 5 }) : [];
        textCount += samples.length;
        expect(samples.filter((text) => !lenientPattern(source).test(text))).toEqual([]);
      }),
      { seed: 1, numRuns: 100 },
    );

    expect(textCount).toBeGreaterThan(300);
  });

  it.each(["^((a{1,50}b){1,50}c){1,50}$", String.raw`^(([a-z]+\.)+[a-z]+/)+$`, "^[a-z]+-[a-z]+-[0-9]*$", "x"])(
    "generates texts of %s with the required length",
    (source) => {
      for (const length of [40, 1_000, 20_000]) {
        const texts = matchingTexts(source, { minLength: length, maxLength: length }) as fc.Arbitrary<string>;

        expect(new Set(fc.sample(texts, { seed: 1, numRuns: 5 }).map(countCodePoints))).toEqual(new Set([length]));
      }
    },
  );

  it("generates texts for every alternative", () => {
    const texts = matchingTexts("^(a|bc?|[de]{2})$", anyLength) as fc.Arbitrary<string>;

    expect(new Set(fc.sample(texts, { seed: 1, numRuns: 400 }))).toEqual(
      new Set(["a", "b", "bc", "dd", "de", "ed", "ee"]),
    );
  });

  it.each([
    `^${"abcdefghij".repeat(7)}$`,
    "^[0-9a-f]{128}$",
    String.raw`^https://schemas\.example\.com/organisation/department/contracts/2024-01/[a-z]+$`,
    String.raw`^[\w-]{36}\.[\w-]{74}\.[\w-]{43}$`,
    "^[^ -~]+$",
    String.raw`^a[^\S ]b$`,
    String.raw`^[^\0-\uffff]$`,
    String.raw`^(?<quote>['"])[a-z]{2}\k<quote>(\d)\2$`,
    String.raw`^\u00e9\x41\cC\u{1F600}[\u3042-\u3044]\p{Lu}$`,
    String.raw`\bword\b`,
    "^a{,5}$",
    "a|^b$|c",
  ])("generates texts of %s", (source) => {
    const texts = matchingTexts(source, anyLength) as fc.Arbitrary<string>;

    expect(fc.sample(texts, { seed: 1, numRuns: 20 }).filter((text) => !lenientPattern(source).test(text))).toEqual([]);
  });

  it.each(["^[^\\0-\\u{10ffff}]$", "^((a{99}){99}){99}$", `${"(".repeat(200)}a${")".repeat(200)}`])(
    "returns undefined for %s",
    (source) => {
      expect(matchingTexts(source, anyLength)).toBeUndefined();
    },
  );

  it.each([2, 3, 4, 5, 6, 7, 8, 9])("uses each of %d words", (count) => {
    const words = Array.from({ length: count }, (_, index) => `w${index}_`);
    const texts = matchingTexts(`^(${words.join("|")})[A-Za-z0-9]{24}$`, anyLength) as fc.Arbitrary<string>;
    const textCount = fc.sample(texts, { seed: 7, numRuns: 300 });

    expect(words.filter((word) => !textCount.some((text) => text.startsWith(word)))).toEqual([]);
  });
});
