import fc from "fast-check";
import {
  type Contract,
  type Json,
  type Schema,
  listSchemaParts,
  splitPointer,
  validatorOf,
  valueAt,
} from "../../contracts/index.ts";
import { type Boundary, Unsatisfiable, createValues, withValueAt } from "../../contracts/generate/index.ts";

/** Texts that often cause errors. A provider may refuse the doubtful ones although the contract allows them. */
const texts: readonly (readonly [label: string, text: string, isDoubtful: boolean])[] = [
  ["with a plus sign, an ampersand and a percent sign", "a+b&c%20d", false],
  ["of another script", "Ж", false],
  ["with a letter of Latin-1", "Zürich", false],
  ["of an emoji", "\u{1F469}\u{200D}\u{1F52C}", false],
  ["with half of a surrogate pair", "a\ud83d", true],
  ["with a null byte", "a\u0000b", true],
  ["with spaces around it", " a ", true],
  ["of one space", " ", true],
  ["of spaces", "   ", true],
  ["with quotes and a backslash", "a'\"\\", true],
  ["that all objects have as a name", "__proto__", true],
];

/** Texts that providers accept, one for each further location. */
const acceptedTexts = texts.filter(([, , isDoubtful]) => !isDoubtful);

/** Maximum number of locations in a value that get unusual texts. */
const MAX_PLACES = 12;

/** Boundary that a provider may refuse if `isDoubtful` is set. */
export interface DoubtfulBoundary extends Boundary {
  readonly isDoubtful?: true;
}

/** Unusual texts for the locations where a schema accepts them. */
export function unusualTexts(
  contract: Contract,
  schema: Schema,
  boundaries: readonly Boundary[],
): readonly DoubtfulBoundary[] {
  const places = boundaries.filter(
    ({ fits, label, value, pointer }) => fits && label === "usual" && typeof valueAt(value, pointer) === "string",
  );
  return places.slice(0, MAX_PLACES).flatMap((place, index) =>
    selectUnusualTexts(index).flatMap(([label, text, isDoubtful]): readonly DoubtfulBoundary[] => {
      const value = withValueAt(place.value, splitPointer(place.pointer), () => text);
      const fits = validatorOf(contract, schema.pointer, "request")(value).length === 0;
      if (fits) return [{ ...place, label: `text ${label}`, value, ...(isDoubtful && { isDoubtful }) }];
      return [];
    }),
  );
}

/** All texts for the first location, for the second those that most often cause errors, and one for each further one. */
function selectUnusualTexts(index: number): typeof texts {
  if (index === 0) return texts;
  if (index === 1) return texts.filter(([, text]) => /\p{Cs}|\0|\p{Emoji_Presentation}|^ a/u.test(text));
  return acceptedTexts.slice(index % acceptedTexts.length, (index % acceptedTexts.length) + 1);
}

/** Amounts slightly smaller in binary than in decimal. A provider that truncates to cents loses one. */
const cents = [0.29, 4.35, 19.99, 1024.09, 20_000.01];

/** A number that a provider with two decimals changes. */
const FINE = 10.556;

/** Boundaries with such numbers: an amount of cents at the first location that accepts one, a finer one at each. */
export function unusualNumbers(
  contract: Contract,
  schema: Schema,
  boundaries: readonly Boundary[],
): readonly Boundary[] {
  const fits = validatorOf(contract, schema.pointer, "request");
  const places = boundaries.filter(
    ({ fits: isFitting, value, pointer }) => isFitting && typeof valueAt(value, pointer) === "number",
  );
  const first = new Map<string, Boundary>();
  for (const place of places) if (!first.has(place.pointer)) first.set(place.pointer, place);
  const withNumber = (place: Boundary, label: string, numbers: readonly number[]): readonly Boundary[] => {
    const values = numbers.map((number) => withValueAt(place.value, splitPointer(place.pointer), () => number));
    const value = values.find((each) => fits(each).length === 0);
    if (value === undefined) return [];
    return [{ ...place, label, keyword: "type", value }];
  };
  const all = [...first.values()];
  return [
    ...all.flatMap((place) => withNumber(place, "an amount that is less in binary", cents)).slice(0, 1),
    ...all.flatMap((place) => withNumber(place, "with more than two decimals", [FINE])).slice(0, MAX_PLACES),
  ];
}

/** Characters that a query must encode: separators, and the plus sign, which forms decode as a space. */
const misread = /[+&=%#;]/;
const SAMPLES = 40;

/** Text with or without such a character, if the schema's pattern allows both and the boundaries have only one kind. */
export function listSignBoundaries(
  contract: Contract,
  schema: Schema,
  boundaries: readonly Boundary[],
): readonly Boundary[] {
  const fitting = boundaries.filter(({ fits, pointer }) => fits && pointer === "").map(({ value }) => value);
  const signed = fitting.filter((text) => typeof text === "string" && misread.test(text));
  const isFormed = listSchemaParts(contract, schema.value).some(({ pattern }) => typeof pattern === "string");
  if (!isFormed || fitting.length === 0 || (signed.length > 0 && signed.length < fitting.length)) return [];
  try {
    const some = fc.sample(createValues(contract, "request").valid(schema), { seed: 1, numRuns: SAMPLES });
    const found = some.find((value) => typeof value === "string" && misread.test(value) === (signed.length === 0));
    if (found === undefined) return [];
    const label = `text ${signed.length === 0 ? "with" : "without"} a sign that a query encodes`;
    return [{ label, pointer: "", keyword: "pattern", value: found, fits: true, isSingle: true }];
  } catch (error) {
    if (error instanceof Unsatisfiable) return [];
    throw error;
  }
}

/** Numbers and booleans written as strings, which some providers wrongly accept. */
export function writtenAsText(
  contract: Contract,
  schema: Schema,
  boundaries: readonly Boundary[],
): readonly Boundary[] {
  const seen = new Set<string>();
  return boundaries.flatMap(({ fits, pointer, value }): readonly Boundary[] => {
    const boundaryValue: Json | undefined = fits ? valueAt(value, pointer) : undefined;
    if (seen.has(pointer) || (typeof boundaryValue !== "number" && typeof boundaryValue !== "boolean")) return [];
    seen.add(pointer);
    const written = withValueAt(value, splitPointer(pointer), () => String(boundaryValue));
    const violations = validatorOf(contract, schema.pointer, "request")(written);
    const isSingle = violations.length > 0 && violations.every((violation) => violation.pointer === pointer);
    if (isSingle)
      return [{ label: "written as a text", pointer, keyword: "type", value: written, fits: false, isSingle }];
    return [];
  });
}
