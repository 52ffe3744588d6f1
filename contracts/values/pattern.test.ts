import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Lengths, lenient, matching } from "./pattern.ts";

const any: Lengths = { minLength: 0, maxLength: Number.POSITIVE_INFINITY };

const repeats = fc.constantFrom("", "", "?", "*", "+", "{3}", "{2,}", "{70}", "{1,90}");

/** Parts of patterns, nested once at most. */
const { pattern } = fc.letrec<{ pattern: string; part: string }>((tie) => ({
  pattern: fc
    .tuple(fc.constantFrom("^", ""), fc.array(tie("part"), { maxLength: 4 }), fc.constantFrom("$", ""))
    .map(([start, parts, end]) => start + parts.join("") + end),
  part: fc.oneof(
    { maxDepth: 1 },
    fc
      .tuple(
        fc.constantFrom("a", "[a-z]", ".", String.raw`\d`, String.raw`\W`, "[^a-z]", "[^ -~]", String.raw`[^\S ]`, "é"),
        repeats,
      )
      .map((parts) => parts.join("")),
    fc.integer({ min: 60, max: 70 }).map((length) => "x".repeat(length)),
    fc
      .tuple(tie("part"), tie("part"), fc.constantFrom("", "?", "*", "{2}"))
      .map(([a, b, times]) => `(${a}|${b})${times}`),
  ),
}));

describe("matching()", () => {
  it("comes to an end with patterns and lengths of every kind", () => {
    const lengths = fc.constantFrom(any, { minLength: 0, maxLength: 5 }, { minLength: 12, maxLength: 40 });
    fc.assert(
      fc.property(pattern, lengths, (source, given) => {
        const texts = matching(source, given);
        if (texts) fc.sample(texts, { seed: 1, numRuns: 5 });
      }),
      { seed: 1, numRuns: 25 },
    );
  });

  it.each([
    `^${"abcdefghij".repeat(7)}$`,
    "^[0-9a-f]{128}$",
    String.raw`^https://schemas\.example\.com/organisation/department/contracts/2024-01/[a-z]+$`,
    String.raw`^[\w-]{36}\.[\w-]{74}\.[\w-]{43}$`,
    "^[^ -~]+$",
    String.raw`^a[^\S ]b$`,
  ])("has texts of %s", (source) => {
    const texts = matching(source, any) as fc.Arbitrary<string>;

    expect(fc.sample(texts, { seed: 1, numRuns: 20 }).filter((text) => !lenient(source).test(text))).toEqual([]);
  });

  it.each(["^[^\\0-\\uffff]$", "^((a{99}){99}){99}$"])("leaves %s alone", (source) => {
    expect(matching(source, any)).toBeUndefined();
  });
});
