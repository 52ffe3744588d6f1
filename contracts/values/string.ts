import fc from "fast-check";
import type { Case } from "./cases.ts";
import { formatOf, isChecked } from "./formats.ts";
import { favoured } from "./guard.ts";
import { matching, regExp } from "./pattern.ts";
import { lengthOf, texts } from "./text.ts";
import { type Make, values } from "./type.ts";

/** Longer texts are not made to break a bound. */
const MAX_LENGTH = 100_000;

/** What patterns tend to forget, or to forbid. */
const oddCharacters = " !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~0aZé\n\u{1F600}";

export const stringValues = values({
  type: "string",
  valid(wanted) {
    if (wanted.minLength > wanted.maxLength) return undefined;
    const sources = [
      ...wanted.formats.flatMap((format) => formatOf(format)?.valid ?? []),
      ...wanted.patterns.flatMap((pattern) => matching(pattern, wanted) ?? []),
    ];
    return sources.length === 0 ? texts(wanted) : favoured(oneOf(...sources), fitterOf(wanted));
  },
  plain(wanted, _nested, name) {
    const format = wanted.formats.map(formatOf).find((known) => known !== undefined);
    const text = format ? format.plain(name) : padded(name || "text", wanted);
    return fitterOf(wanted)(text) ? text : undefined;
  },
  invalid: {
    minLength: (wanted, make) =>
      wanted.minLength > 0 ? ofLength({ minLength: 0, maxLength: wanted.minLength - 1 }, wanted, make) : undefined,
    maxLength: (wanted, make) =>
      wanted.maxLength < MAX_LENGTH
        ? ofLength({ minLength: wanted.maxLength + 1, maxLength: wanted.maxLength + 8 }, wanted, make)
        : undefined,
    pattern(wanted, make) {
      if (wanted.patterns.length === 0) return undefined;
      const odd = fc.constantFrom("", ...oddCharacters);
      const near = make(wanted) as fc.Arbitrary<string> | undefined;
      const appended = near ? [fc.tuple(near, odd).map(([text, more]) => text + more)] : [];
      const expressions = wanted.patterns.map(regExp);
      return favoured(
        oneOf(...appended, odd, texts(wanted)),
        (text) => !expressions.every((expression) => expression.test(text)),
      );
    },
    format(wanted) {
      const wrong = wanted.formats.filter(isChecked).flatMap((name) => formatOf(name)?.wrong ?? []);
      return wrong.length === 0 ? undefined : oneOf(fc.constantFrom(...wrong), texts(wanted));
    },
  },
});

/** Of another length, and otherwise as they should be, or any. */
function ofLength(
  lengths: { minLength: number; maxLength: number },
  wanted: Case,
  make: Make,
): fc.Arbitrary<string> | undefined {
  const near = make({ ...wanted, ...lengths }) as fc.Arbitrary<string> | undefined;
  return near && wanted.patterns.length + wanted.formats.length > 0 ? oneOf(near, texts(lengths)) : texts(lengths);
}

/** Whether a text fits, but for the format. */
function fitterOf({ minLength, maxLength, patterns }: Case): (text: string) => boolean {
  const expressions = patterns.map(regExp);
  return (text) => {
    const length = lengthOf(text);
    return minLength <= length && length <= maxLength && expressions.every((expression) => expression.test(text));
  };
}

function padded(text: string, { minLength, maxLength }: Case): string {
  const points = [...text].slice(0, maxLength);
  return points.join("") + "x".repeat(Math.max(0, minLength - points.length));
}

function oneOf(...arbitraries: readonly fc.Arbitrary<string>[]): fc.Arbitrary<string> {
  return arbitraries.length === 1
    ? (arbitraries[0] as fc.Arbitrary<string>)
    : fc.oneof({ withCrossShrink: true }, ...arbitraries);
}
