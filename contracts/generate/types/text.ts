import fc from "fast-check";
import type { Lengths } from "../patterns/pattern.ts";

/** Maximum number of characters beyond the minimum length, so that texts stay readable. */
const USUAL_LENGTH = 16;

/** Maximum length of a text. */
export const MAX_TEXT = 1_000_000;

const FIRST_SURROGATE = 0xd800;
const SURROGATES = 0x800;
const LAST_CODE_POINT = 0x10ffff;

/**
 * Any code point that can occur alone. fast-check's own "binary" unit is equal, but takes half a second on first use.
 */
const codePoint = fc
  .nat({ max: LAST_CODE_POINT - SURROGATES })
  .map((index) => String.fromCodePoint(index < FIRST_SURROGATE ? index : index + SURROGATES), toCharacterIndex);

/**
 * Characters of a keyboard. Letters come first, because texts shrink to the first character, and blanks are hard to
 * read.
 */
const key = fc.constantFrom(
  ..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~",
);

/** Minimum length above which texts repeat a shorter one. Generating thousands of characters takes seconds. */
const LONG_TEXT = 64;

/** Any text, mostly of keyboard characters. Lengths count code points, as in JSON Schema. */
export function generateTexts({ minLength, maxLength }: Lengths): fc.Arbitrary<string> {
  const bounds = { minLength, maxLength: Math.min(maxLength, minLength + USUAL_LENGTH) };
  if (minLength > LONG_TEXT) {
    return fc
      .tuple(
        generateTexts({ minLength: 1, maxLength: USUAL_LENGTH }),
        fc.integer({ min: minLength, max: bounds.maxLength }),
      )
      .map(([text, length]) => repeatCharacters([...text], length));
  }
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 4, arbitrary: fc.string({ unit: key, ...bounds }) },
    { weight: 1, arbitrary: fc.string({ unit: codePoint, ...bounds }) },
  );
}

/** Array of a length that repeats some items. */
export function repeated<T>(items: readonly T[], length: number): T[] {
  return Array.from({ length }, (_, index) => items[index % items.length] as T);
}

/** Text of a length that repeats some characters. */
export function repeatCharacters(characters: readonly string[], length: number): string {
  const rest = characters.slice(0, length % characters.length);
  return characters.join("").repeat(Math.floor(length / characters.length)) + rest.join("");
}

/** Number of code points. */
export function countCodePoints(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

function toCharacterIndex(text: unknown): number {
  const point = typeof text === "string" ? (text.codePointAt(0) ?? 0) : 0;
  if (typeof text !== "string" || String.fromCodePoint(point) !== text) throw new Error("Not one code point");
  if (point < FIRST_SURROGATE) return point;
  return point - SURROGATES;
}
