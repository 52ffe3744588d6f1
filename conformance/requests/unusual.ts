import fc from "fast-check";
import {
  type Contract,
  type Json,
  type Schema,
  partsOf,
  tokensOf,
  validatorOf,
  valueAt,
} from "../../contracts/index.ts";
import { type Boundary, Unsatisfiable, createValues, withValueAt } from "../../contracts/generate/index.ts";

/** Texts that trip programs, and whether one may refuse them all the same, though the contract has nothing against them. */
const texts: readonly (readonly [label: string, text: string, isDoubtful: boolean])[] = [
  ["with a plus sign, an ampersand and a percent sign", "a+b&c%20d", false],
  ["of another script", "Ж", false],
  ["of an emoji", "\u{1F469}\u{200D}\u{1F52C}", false],
  ["with half of a surrogate pair", "a\ud83d", true],
  ["with a null byte", "a\u0000b", true],
  ["with spaces around it", " a ", true],
  ["with quotes and a backslash", "a'\"\\", true],
  ["that all objects have as a name", "__proto__", true],
];

/** So many places of a value get unusual texts. */
const MOST_PLACES = 2;

/** A boundary of which nothing is claimed where it is refused. */
export interface Doubtful extends Boundary {
  readonly isDoubtful?: true;
}

/** Unusual texts where a schema lets any text stand, beside its boundaries. */
export function unusualTexts(contract: Contract, schema: Schema, boundaries: readonly Boundary[]): readonly Doubtful[] {
  const places = boundaries.filter(
    ({ fits, label, value, pointer }) => fits && label === "usual" && typeof valueAt(value, pointer) === "string",
  );
  return places.slice(0, MOST_PLACES).flatMap((place, index) =>
    // In a second place, those that make programs fail.
    (index === 0 ? texts : texts.filter(([, text]) => /\p{Cs}|\0|\p{Emoji_Presentation}|^ /u.test(text))).flatMap(
      ([label, text, isDoubtful]): readonly Doubtful[] => {
        const value = withValueAt(place.value, tokensOf(place.pointer), () => text);
        const fits = validatorOf(contract, schema.pointer, "request")(value).length === 0;
        return fits ? [{ ...place, label: `text ${label}`, value, ...(isDoubtful && { isDoubtful }) }] : [];
      },
    ),
  );
}

/** Amounts that are a little less in binary: a provider that counts cents and cuts off the rest loses one. */
const cents = [0.29, 4.35, 19.99, 1024.09, 20_000.01];

/** Such an amount where a schema first lets one stand, beside its boundaries. */
export function unusualNumbers(
  contract: Contract,
  schema: Schema,
  boundaries: readonly Boundary[],
): readonly Boundary[] {
  const fits = validatorOf(contract, schema.pointer, "request");
  const places = boundaries.filter(
    ({ fits: isFitting, value, pointer }) => isFitting && typeof valueAt(value, pointer) === "number",
  );
  const seen = new Set<string>();
  for (const place of places) {
    if (seen.has(place.pointer)) continue;
    seen.add(place.pointer);
    const values = cents.map((amount) => withValueAt(place.value, tokensOf(place.pointer), () => amount));
    const value = values.find((each) => fits(each).length === 0);
    if (value !== undefined) return [{ ...place, label: "an amount that is less in binary", keyword: "type", value }];
  }
  return [];
}

/** What a query spells otherwise than it is: a plus sign, which a form reads as a space, and what separates. */
const misread = /[+&=%#;]/;
const SAMPLES = 40;

/** A text with such a sign, and one without, where a schema has a form that lets both stand, and its boundaries have but one of them. */
export function misreadTexts(contract: Contract, schema: Schema, boundaries: readonly Boundary[]): readonly Boundary[] {
  const fitting = boundaries.filter(({ fits, pointer }) => fits && pointer === "").map(({ value }) => value);
  const signed = fitting.filter((text) => typeof text === "string" && misread.test(text));
  const isFormed = partsOf(contract, schema.value).some(({ pattern }) => typeof pattern === "string");
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

/** Numbers and truths that are written as texts: what some take for the same. */
export function writtenAsText(
  contract: Contract,
  schema: Schema,
  boundaries: readonly Boundary[],
): readonly Boundary[] {
  const seen = new Set<string>();
  return boundaries.flatMap(({ fits, pointer, value }): readonly Boundary[] => {
    const own: Json | undefined = fits ? valueAt(value, pointer) : undefined;
    if (seen.has(pointer) || (typeof own !== "number" && typeof own !== "boolean")) return [];
    seen.add(pointer);
    const written = withValueAt(value, tokensOf(pointer), () => String(own));
    const violations = validatorOf(contract, schema.pointer, "request")(written);
    const isSingle = violations.length > 0 && violations.every((violation) => violation.pointer === pointer);
    return isSingle
      ? [{ label: "written as a text", pointer, keyword: "type", value: written, fits: false, isSingle }]
      : [];
  });
}
