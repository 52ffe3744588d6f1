import fc from "fast-check";
import type { Lengths } from "../patterns/pattern.ts";

/** Without a bound, texts stay short enough to read. */
const USUAL_LENGTH = 16;

/** A text that must be longer than this is not made. */
export const MAX_TEXT = 1_000_000;

const FIRST_SURROGATE = 0xd800;
const SURROGATES = 0x800;
const LAST_CODE_POINT = 0x10ffff;

/**
 * Any code point that can stand alone. fast-check's own "binary" unit is the same, but takes half a
 * second when it is first used.
 */
const codePoint = fc
  .nat({ max: LAST_CODE_POINT - SURROGATES })
  .map((index) => String.fromCodePoint(index < FIRST_SURROGATE ? index : index + SURROGATES), indexOf);

/** What a keyboard has: letters first, since texts shrink towards what is first, and blanks are hard to read. */
const key = fc.constantFrom(
  ..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~",
);

/** A text that must be longer repeats a shorter one: to draw each character of thousands takes seconds. */
const LONG = 64;

/** Any text: mostly what a keyboard has, sometimes any code point. Lengths count code points, as JSON Schema does. */
export function texts({ minLength, maxLength }: Lengths): fc.Arbitrary<string> {
  const bounds = { minLength, maxLength: Math.min(maxLength, minLength + USUAL_LENGTH) };
  if (minLength > LONG) {
    return fc
      .tuple(texts({ minLength: 1, maxLength: USUAL_LENGTH }), fc.integer({ min: minLength, max: bounds.maxLength }))
      .map(([text, length]) => textOf([...text], length));
  }
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 4, arbitrary: fc.string({ unit: key, ...bounds }) },
    { weight: 1, arbitrary: fc.string({ unit: codePoint, ...bounds }) },
  );
}

/** Some items over and over, until there are so many. */
export function repeated<T>(items: readonly T[], length: number): T[] {
  return Array.from({ length }, (_, index) => items[index % items.length] as T);
}

/** A text of so many characters: some over and over. */
export function textOf(characters: readonly string[], length: number): string {
  const rest = characters.slice(0, length % characters.length);
  return characters.join("").repeat(Math.floor(length / characters.length)) + rest.join("");
}

/** How many code points a text has. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

function indexOf(text: unknown): number {
  const point = typeof text === "string" ? (text.codePointAt(0) ?? 0) : 0;
  if (typeof text !== "string" || String.fromCodePoint(point) !== text) throw new Error("Not one code point");
  return point < FIRST_SURROGATE ? point : point - SURROGATES;
}
