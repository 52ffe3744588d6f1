import fc from "fast-check";
import type { Case } from "../case.ts";
import { textsNamed, textsOfFormat } from "../catalogue/index.ts";
import { canonicalFormat, findFormat, isChecked, textsInFormat } from "./formats.ts";
import { oncePer } from "../../model/once-per.ts";
import { textBeyondPattern } from "../../schema/text-beyond.ts";
import { preferringPassing } from "../guarded.ts";
import { type Naming, inventTexts } from "../naming.ts";
import { lenientPattern } from "../../schema/pattern.ts";
import { matchingTexts } from "../patterns/pattern.ts";
import { seededHex } from "../seed.ts";
import { MAX_TEXT, countCodePoints, generateTexts } from "./text.ts";
import { type MakeValues, values } from "./type.ts";

/** Maximum length of a text that breaks a bound. */
export const MAX_LENGTH = 100_000;

/** Patterns of ids with a prefix: "ord_" of "^ord_[A-Za-z0-9]+$", "C-" and six digits of "^C-[0-9]{6}$". */
const idPattern = /^\^([A-Za-z0-9]+[_-]|)(?:(?:\[0-9\]|\\d)\{([1-9]|[1-5][0-9])\}\$$)?/;

/** Pattern that no text matches. */
const NOTHING = "[]";

/** Characters that patterns often forget or forbid. */
const oddCharacters = " !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~0aZé\n\u{1F600}";

export const stringValues = values({
  type: "string",
  valid(targetCase) {
    if (!hasTexts(targetCase)) return undefined;
    const sources = [
      ...targetCase.formats.flatMap((format) => textsInFormat(format, targetCase)),
      ...targetCase.patterns.flatMap((pattern) => matchingTexts(pattern, targetCase) ?? []),
    ];
    if (sources.length === 0 && targetCase.patterns.length === 0) return generateTexts(targetCase);
    const usual = sources.length === 0 ? generateTexts(targetCase) : uniteArbitraries(...sources);
    return preferringPassing(usual, textCheckOf(targetCase), () => shortestText(targetCase));
  },
  plain(targetCase, _nested, naming) {
    if (!hasTexts(targetCase)) return undefined;
    const fits = textCheckOf(targetCase);
    const format = usualFormatOf(targetCase);
    const readableText = naming.isGiven ? undefined : catalogueTexts(targetCase, naming, format).find(fits);
    return readableText ?? labelledTexts(targetCase, naming, format).find(fits);
  },
  invalid: {
    minLength: (targetCase, make) => {
      if (targetCase.minLength > 0)
        return textsOfLength({ minLength: 0, maxLength: targetCase.minLength - 1 }, targetCase, make);
      return undefined;
    },
    maxLength: (targetCase, make) => {
      if (targetCase.maxLength < MAX_LENGTH)
        return textsOfLength(
          { minLength: targetCase.maxLength + 1, maxLength: targetCase.maxLength + 8 },
          targetCase,
          make,
        );
      return undefined;
    },
    pattern(targetCase, make) {
      if (targetCase.patterns.length === 0 || !hasTexts(targetCase)) return undefined;
      const oddTexts = fc.constantFrom("", ...oddCharacters);
      const validTexts = make(targetCase) as fc.Arbitrary<string> | undefined;
      const appended = validTexts ? [fc.tuple(validTexts, oddTexts).map(([text, more]) => text + more)] : [];
      const uncommon = targetCase.formats.flatMap((format) => findFormat(format)?.uncommon ?? []);
      const uncommonTexts = uncommon.length > 0 ? [fc.constantFrom(...uncommon)] : [];
      const expressions = targetCase.patterns.map(lenientPattern);
      return preferringPassing(
        uniteArbitraries(...appended, ...uncommonTexts, oddTexts, generateTexts(targetCase)),
        (text) => !expressions.every((expression) => expression.test(text)),
      );
    },
    format(targetCase) {
      const nearlyValid = targetCase.formats.filter(isChecked).flatMap((name) => findFormat(name)?.nearlyValid ?? []);
      if (nearlyValid.length === 0 || !hasTexts(targetCase)) return undefined;
      return uniteArbitraries(fc.constantFrom(...nearlyValid), generateTexts(targetCase));
    },
  },
});

/** Shortest text that all patterns of a case match. Undefined if there is none, or the search takes too many steps. */
function shortestText({ patterns, formats, minLength, maxLength }: Case): string | undefined {
  if (patterns.length === 0) return undefined;
  const found = textBeyondPattern({ patterns, formats, minLength, maxLength }, NOTHING);
  if (typeof found === "object") return found.text;
  return undefined;
}

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
function labelledTexts(targetCase: Case, naming: Naming, format: string | undefined): readonly string[] {
  const formatTexts = format === undefined ? undefined : findFormat(format);
  if (formatTexts) return [formatTexts.plain(naming)];
  const hex = seededHex(naming.seed, 12);
  const short = hex.slice(0, Math.max(1, Math.min(8, targetCase.maxLength)));
  const ids = targetCase.patterns.flatMap((pattern) => generatePatternId(pattern, naming.seed) ?? []);
  return [...ids, ...[...inventTexts(naming), short].map((text) => padToMinLength(text, targetCase, naming))];
}

/** Id that a pattern of a common form describes. */
function generatePatternId(pattern: string, seed: string): string | undefined {
  const [, start = "", count] = idPattern.exec(pattern) ?? [];
  if (count === undefined) {
    if (start === "") return undefined;
    return start + seededHex(seed, 12);
  }
  const digits = [...seededHex(seed, Number(count))].map((digit) => Number.parseInt(digit, 16) % 10);
  return start + digits.join("");
}

/** Texts of another length that otherwise match, or any texts. */
function textsOfLength(
  lengths: { minLength: number; maxLength: number },
  targetCase: Case,
  make: MakeValues,
): fc.Arbitrary<string> | undefined {
  const otherwiseMatching = make({ ...targetCase, ...lengths }) as fc.Arbitrary<string> | undefined;
  if (otherwiseMatching && targetCase.patterns.length + targetCase.formats.length > 0)
    return uniteArbitraries(otherwiseMatching, generateTexts(lengths));
  return generateTexts(lengths);
}

/** Checks all constraints on a text except its format. */
export const textCheckOf = oncePer(({ minLength, maxLength, patterns }: Case): ((text: string) => boolean) => {
  const expressions = patterns.map(lenientPattern);
  return (text) => {
    const length = countCodePoints(text);
    return minLength <= length && length <= maxLength && expressions.every((expression) => expression.test(text));
  };
});

/** Format of a case for which there are texts. */
const usualFormatOf = oncePer(({ formats }: Case) => formats.find((name) => findFormat(name) !== undefined));

/** Text with digits added up to the minimum length. */
function padToMinLength(text: string, { minLength }: Case, { seed }: Naming): string {
  const missing = Math.max(0, minLength - countCodePoints(text));
  if (missing === 0) return text;
  return (
    text +
    seededHex(`${seed} more`, 64)
      .repeat(Math.ceil(missing / 64))
      .slice(0, missing)
  );
}

function uniteArbitraries(...arbitraries: readonly fc.Arbitrary<string>[]): fc.Arbitrary<string> {
  if (arbitraries.length === 1) return arbitraries[0] as fc.Arbitrary<string>;
  return fc.oneof({ withCrossShrink: true }, ...arbitraries);
}
