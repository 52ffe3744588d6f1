import fc from "fast-check";
import type { Case } from "../case.ts";
import { textsNamed, textsOfFormat } from "../catalogue/index.ts";
import { canonicalFormat, formatOf, isChecked, textsInFormat } from "./formats.ts";
import { preferringPassing } from "../guarded.ts";
import { type Naming, textsFor } from "../naming.ts";
import { lenientPattern, matchingTexts } from "../patterns/pattern.ts";
import { seededHex } from "../seed.ts";
import { MAX_TEXT, lengthOf, texts } from "./text.ts";
import { type MakeValues, values } from "./type.ts";

/** Maximum length of a text that breaks a bound. */
export const MAX_LENGTH = 100_000;

/** Patterns of ids with a prefix: "ord_" of "^ord_[A-Za-z0-9]+$", "C-" and six digits of "^C-[0-9]{6}$". */
const idPattern = /^\^([A-Za-z0-9]+[_-]|)(?:(?:\[0-9\]|\\d)\{([1-9]|[1-5][0-9])\}\$$)?/;

/** Characters that patterns often forget or forbid. */
const oddCharacters = " !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~0aZé\n\u{1F600}";

export const stringValues = values({
  type: "string",
  valid(wanted) {
    if (!hasTexts(wanted)) return undefined;
    const sources = [
      ...wanted.formats.flatMap((format) => textsInFormat(format, wanted)),
      ...wanted.patterns.flatMap((pattern) => matchingTexts(pattern, wanted) ?? []),
    ];
    return sources.length === 0 ? texts(wanted) : preferringPassing(oneOf(...sources), createTextCheck(wanted));
  },
  plain(wanted, _nested, naming) {
    if (!hasTexts(wanted)) return undefined;
    const fits = createTextCheck(wanted);
    const format = wanted.formats.find((name) => formatOf(name) !== undefined);
    const readableText = naming.isGiven ? undefined : catalogueTexts(wanted, naming, format).find(fits);
    return readableText ?? labelledTexts(wanted, naming, format).find(fits);
  },
  invalid: {
    minLength: (wanted, make) =>
      wanted.minLength > 0 ? textsOfLength({ minLength: 0, maxLength: wanted.minLength - 1 }, wanted, make) : undefined,
    maxLength: (wanted, make) =>
      wanted.maxLength < MAX_LENGTH
        ? textsOfLength({ minLength: wanted.maxLength + 1, maxLength: wanted.maxLength + 8 }, wanted, make)
        : undefined,
    pattern(wanted, make) {
      if (wanted.patterns.length === 0 || !hasTexts(wanted)) return undefined;
      const oddTexts = fc.constantFrom("", ...oddCharacters);
      const validTexts = make(wanted) as fc.Arbitrary<string> | undefined;
      const appended = validTexts ? [fc.tuple(validTexts, oddTexts).map(([text, more]) => text + more)] : [];
      const edges = wanted.formats.flatMap((format) => formatOf(format)?.edges ?? []);
      const invalidEdges = edges.length > 0 ? [fc.constantFrom(...edges)] : [];
      const expressions = wanted.patterns.map(lenientPattern);
      return preferringPassing(
        oneOf(...appended, ...invalidEdges, oddTexts, texts(wanted)),
        (text) => !expressions.every((expression) => expression.test(text)),
      );
    },
    format(wanted) {
      const wrong = wanted.formats.filter(isChecked).flatMap((name) => formatOf(name)?.wrong ?? []);
      return wrong.length === 0 || !hasTexts(wanted) ? undefined : oneOf(fc.constantFrom(...wrong), texts(wanted));
    },
  },
});

/** Checks that a text can have the required length. */
export function hasTexts({ minLength, maxLength }: Case): boolean {
  return minLength <= Math.min(maxLength, MAX_TEXT);
}

/** Texts of the catalogue for the name, or else for a format that only the catalogue knows. */
function catalogueTexts({ formats, maxLength }: Case, naming: Naming, format: string | undefined): readonly string[] {
  const found = textsNamed(naming, format && canonicalFormat(format), maxLength);
  if (found.length > 0 || format !== undefined || formats.length === 0) return found;
  return formats.flatMap((name) => textsOfFormat(naming, name, maxLength));
}

/** Texts with the name of the value and some digits that make them unique. */
function labelledTexts(wanted: Case, naming: Naming, format: string | undefined): readonly string[] {
  const formatTexts = format === undefined ? undefined : formatOf(format);
  if (formatTexts) return [formatTexts.plain(naming)];
  const hex = seededHex(naming.seed, 12);
  const short = hex.slice(0, Math.max(1, Math.min(8, wanted.maxLength)));
  const ids = wanted.patterns.flatMap((pattern) => idOf(pattern, naming.seed) ?? []);
  return [...ids, ...[...textsFor(naming), short].map((text) => padToMinLength(text, wanted, naming))];
}

/** Id that a pattern of a common form describes. */
function idOf(pattern: string, seed: string): string | undefined {
  const [, start = "", count] = idPattern.exec(pattern) ?? [];
  if (count === undefined) return start === "" ? undefined : start + seededHex(seed, 12);
  const digits = [...seededHex(seed, Number(count))].map((digit) => Number.parseInt(digit, 16) % 10);
  return start + digits.join("");
}

/** Texts of another length that otherwise match, or any texts. */
function textsOfLength(
  lengths: { minLength: number; maxLength: number },
  wanted: Case,
  make: MakeValues,
): fc.Arbitrary<string> | undefined {
  const otherwiseMatching = make({ ...wanted, ...lengths }) as fc.Arbitrary<string> | undefined;
  return otherwiseMatching && wanted.patterns.length + wanted.formats.length > 0
    ? oneOf(otherwiseMatching, texts(lengths))
    : texts(lengths);
}

/** Checks all constraints on a text except its format. */
export function createTextCheck({ minLength, maxLength, patterns }: Case): (text: string) => boolean {
  const expressions = patterns.map(lenientPattern);
  return (text) => {
    const length = lengthOf(text);
    return minLength <= length && length <= maxLength && expressions.every((expression) => expression.test(text));
  };
}

/** Text with digits added up to the minimum length. */
function padToMinLength(text: string, { minLength }: Case, { seed }: Naming): string {
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
