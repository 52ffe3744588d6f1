import fc from "fast-check";
import { type Pattern, patternOf, regExpOf } from "../model/pattern.ts";

/** Texts are not made longer than this, and the shortest that is wanted. */
const USUAL_LENGTH = 64;

/** How often something is repeated that may be repeated without end. */
const USUAL_REPEATS = 8;

/** The lengths a text may have, in code points. */
export interface Lengths {
  readonly minLength: number;
  readonly maxLength: number;
}

/** A pattern as the validator takes it; what is no pattern matches all. */
export function lenient(source: string): Pattern {
  return patternOf(source) ?? /(?:)/;
}

/** Texts that mostly match a pattern and mostly have the right length; undefined where the pattern is not understood. */
export function matching(source: string, lengths: Lengths): fc.Arbitrary<string> | undefined {
  const maxLength = Math.min(lengths.maxLength, USUAL_LENGTH + lengths.minLength);
  const plain = withControlsWritten(source);
  for (const simpler of [withLength(plain, lengths), withoutAssertions(plain)]) {
    try {
      return fc.stringMatching(regExpOf(simpler) ?? /(?:)/, {
        maxLength,
        ...(lengths.minLength > USUAL_REPEATS && { size: "max" }),
      });
    } catch {
      continue;
    }
  }
  return undefined;
}

/** Control characters by their number: "\\cC" is "\\x03". */
function withControlsWritten(source: string): string {
  return source.replaceAll(/\\c([A-Za-z])|\\./gs, (escape, letter?: string) =>
    letter === undefined ? escape : `\\x${(letter.charCodeAt(0) % 32).toString(16).padStart(2, "0")}`,
  );
}

/** "^[a-z]+$" of 3 to 5 characters is "^[a-z]{3,5}$". */
function withLength(source: string, { minLength, maxLength }: Lengths): string {
  const one = /^\^(\[(?:\\.|[^\]\\])+\]|\\[dws]|\.)([+*])\$$/.exec(source);
  if (!one) return source;
  const least = Math.max(minLength, one[2] === "+" ? 1 : 0);
  return `^${one[1]}{${least},${Math.max(least, Math.min(maxLength, least + 2 * USUAL_REPEATS))}}$`;
}

/** Look-around and word boundaries cannot be generated; what is left is tried and checked. */
function withoutAssertions(source: string): string {
  return source.replaceAll(/\(\?<?[=!](?:\\.|\[(?:\\.|[^\]\\])*\]|[^()])*\)|\\[bB]/g, "");
}
