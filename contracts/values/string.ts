import fc from "fast-check";
import type { Case } from "./cases.ts";
import { formatOf } from "./formats.ts";
import { seededNumber } from "./seed.ts";
import { values } from "./type.ts";

/** Without a bound, texts stay short enough to read. */
const USUAL_LENGTH = 16;

export const stringValues = values({
  type: "string",
  valid: (wanted) => {
    if (wanted.minLength > wanted.maxLength) return undefined;
    const format = wanted.formats.map(formatOf).find((known) => known !== undefined);
    if (format) return format.valid();
    const pattern = wanted.patterns[0];
    return pattern === undefined ? texts(wanted) : matching(pattern, wanted);
  },
  plain(wanted, _nested, name) {
    const format = wanted.formats.map(formatOf).find((known) => known !== undefined);
    if (format) return format.plain(name);
    const pattern = wanted.patterns[0];
    if (pattern !== undefined) return fc.sample(matching(pattern, wanted), { seed: seededNumber(name), numRuns: 1 })[0];
    const text = name || "text";
    return text.slice(0, wanted.maxLength).padEnd(wanted.minLength, "x");
  },
  invalid: {
    // Lengths are counted in code points: the "binary" unit is one of them.
    minLength: ({ minLength }) =>
      minLength > 0 ? fc.string({ unit: "grapheme-ascii", maxLength: minLength - 1 }) : undefined,
    maxLength: ({ maxLength }) =>
      maxLength < 100_000
        ? fc.string({ unit: "grapheme-ascii", minLength: maxLength + 1, maxLength: maxLength + 8 })
        : undefined,
    pattern: (wanted, value) =>
      wanted.patterns.length === 0
        ? undefined
        : fc.oneof(
            { withCrossShrink: true },
            texts(wanted),
            value.map((text) => `${text as string} `),
          ),
    format: (wanted, value) =>
      wanted.formats.some((format) => formatOf(format))
        ? fc.oneof(
            { withCrossShrink: true },
            texts(wanted),
            value.map((text) => `${text as string}~`),
          )
        : undefined,
  },
});

/** Any text: mostly what a keyboard has, sometimes any code point. */
function texts({ minLength, maxLength }: Case): fc.Arbitrary<string> {
  const bounds = { minLength, maxLength: Math.min(maxLength, minLength + USUAL_LENGTH) };
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 4, arbitrary: fc.string({ unit: "grapheme-ascii", ...bounds }) },
    { weight: 1, arbitrary: fc.string({ unit: "binary", ...bounds }) },
  );
}

function matching(pattern: string, wanted: Case): fc.Arbitrary<string> {
  for (const source of [withLength(pattern, wanted), withoutAssertions(pattern)]) {
    for (const flags of ["u", ""]) {
      const made = attempt(() =>
        fc.stringMatching(new RegExp(source, flags), {
          maxLength: Math.min(wanted.maxLength, 4 * USUAL_LENGTH + wanted.minLength),
        }),
      );
      if (made) return made;
    }
  }
  return texts(wanted);
}

/** "^[a-z]+$" of 3 to 5 characters is "^[a-z]{3,5}$". */
function withLength(pattern: string, { minLength, maxLength }: Case): string {
  const one = /^\^(\[(?:\\.|[^\]\\])+\]|\\[dws]|\.)([+*])\$$/.exec(pattern);
  if (!one) return pattern;
  const least = Math.max(minLength, one[2] === "+" ? 1 : 0);
  return `^${one[1]}{${least},${Math.max(least, Math.min(maxLength, least + USUAL_LENGTH))}}$`;
}

/** Look-around and word boundaries cannot be generated; what is left is tried and checked. */
function withoutAssertions(pattern: string): string {
  return pattern.replaceAll(/\(\?<?[=!][^()]*\)|\\[bB]/g, "");
}

function attempt<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}
