import fc from "fast-check";
import type { Case } from "../cases.ts";
import { textsNamed, textsOfFormat } from "../catalogue/index.ts";
import { canonicalFormat, formatOf, isChecked, textsInFormat } from "./formats.ts";
import { favoured } from "../guard.ts";
import { type Naming, textsFor } from "../naming.ts";
import { lenient, matching } from "../patterns/pattern.ts";
import { seededHex } from "../seed.ts";
import { MAX_TEXT, lengthOf, texts } from "./text.ts";
import { type Make, values } from "./type.ts";

/** Longer texts are not made to break a bound. */
export const MAX_LENGTH = 100_000;

/** What the ids of a pattern begin with: "ord_" of "^ord_[A-Za-z0-9]+$", "C-" of "^C-[0-9]{6}$" and so many digits. */
const idPattern = /^\^([A-Za-z0-9]+[_-]|)(?:(?:\[0-9\]|\\d)\{([1-9]|[1-5][0-9])\}\$$)?/;

/** What patterns tend to forget, or to forbid. */
const oddCharacters = " !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~0aZé\n\u{1F600}";

export const stringValues = values({
  type: "string",
  valid(wanted) {
    if (!hasTexts(wanted)) return undefined;
    const sources = [
      ...wanted.formats.flatMap((format) => textsInFormat(format, wanted)),
      ...wanted.patterns.flatMap((pattern) => matching(pattern, wanted) ?? []),
    ];
    return sources.length === 0 ? texts(wanted) : favoured(oneOf(...sources), fitterOf(wanted));
  },
  plain(wanted, _nested, naming) {
    if (!hasTexts(wanted)) return undefined;
    const fits = fitterOf(wanted);
    const format = wanted.formats.find((name) => formatOf(name) !== undefined);
    const pretty = naming.isGiven ? undefined : named(wanted, naming, format).find(fits);
    return pretty ?? unnamed(wanted, naming, format).find(fits);
  },
  invalid: {
    minLength: (wanted, make) =>
      wanted.minLength > 0 ? ofLength({ minLength: 0, maxLength: wanted.minLength - 1 }, wanted, make) : undefined,
    maxLength: (wanted, make) =>
      wanted.maxLength < MAX_LENGTH
        ? ofLength({ minLength: wanted.maxLength + 1, maxLength: wanted.maxLength + 8 }, wanted, make)
        : undefined,
    pattern(wanted, make) {
      if (wanted.patterns.length === 0 || !hasTexts(wanted)) return undefined;
      const odd = fc.constantFrom("", ...oddCharacters);
      const near = make(wanted) as fc.Arbitrary<string> | undefined;
      const appended = near ? [fc.tuple(near, odd).map(([text, more]) => text + more)] : [];
      const edges = wanted.formats.flatMap((format) => formatOf(format)?.edges ?? []);
      const unlike = edges.length > 0 ? [fc.constantFrom(...edges)] : [];
      const expressions = wanted.patterns.map(lenient);
      return favoured(
        oneOf(...appended, ...unlike, odd, texts(wanted)),
        (text) => !expressions.every((expression) => expression.test(text)),
      );
    },
    format(wanted) {
      const wrong = wanted.formats.filter(isChecked).flatMap((name) => formatOf(name)?.wrong ?? []);
      return wrong.length === 0 || !hasTexts(wanted) ? undefined : oneOf(fc.constantFrom(...wrong), texts(wanted));
    },
  },
});

/** Whether a text can be as long as it must. */
export function hasTexts({ minLength, maxLength }: Case): boolean {
  return minLength <= Math.min(maxLength, MAX_TEXT);
}

/** What the catalogue has for the name; where it has nothing, for a format that only it knows. */
function named({ formats, maxLength }: Case, naming: Naming, format: string | undefined): readonly string[] {
  const found = textsNamed(naming, format && canonicalFormat(format), maxLength);
  if (found.length > 0 || format !== undefined || formats.length === 0) return found;
  return formats.flatMap((name) => textsOfFormat(naming, name, maxLength));
}

/** What is called as the value is, with a few digits to tell it from others. */
function unnamed(wanted: Case, naming: Naming, format: string | undefined): readonly string[] {
  const known = format === undefined ? undefined : formatOf(format);
  if (known) return [known.plain(naming)];
  const hex = seededHex(naming.seed, 12);
  const short = hex.slice(0, Math.max(1, Math.min(8, wanted.maxLength)));
  const ids = wanted.patterns.flatMap((pattern) => idOf(pattern, naming.seed) ?? []);
  return [...ids, ...[...textsFor(naming), short].map((text) => padded(text, wanted, naming))];
}

/** The id that a pattern asks for, where it does so in one of the usual ways. */
function idOf(pattern: string, seed: string): string | undefined {
  const [, start = "", count] = idPattern.exec(pattern) ?? [];
  if (count === undefined) return start === "" ? undefined : start + seededHex(seed, 12);
  const digits = [...seededHex(seed, Number(count))].map((digit) => Number.parseInt(digit, 16) % 10);
  return start + digits.join("");
}

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
export function fitterOf({ minLength, maxLength, patterns }: Case): (text: string) => boolean {
  const expressions = patterns.map(lenient);
  return (text) => {
    const length = lengthOf(text);
    return minLength <= length && length <= maxLength && expressions.every((expression) => expression.test(text));
  };
}

/** Long enough: with as many digits more as are needed. */
function padded(text: string, { minLength }: Case, { seed }: Naming): string {
  const missing = Math.max(0, minLength - lengthOf(text));
  return missing === 0
    ? text
    : text +
        seededHex(`${seed} more`, 64)
          .repeat(Math.ceil(missing / 64))
          .slice(0, missing);
}

function oneOf(...arbitraries: readonly fc.Arbitrary<string>[]): fc.Arbitrary<string> {
  return arbitraries.length === 1
    ? (arbitraries[0] as fc.Arbitrary<string>)
    : fc.oneof({ withCrossShrink: true }, ...arbitraries);
}
