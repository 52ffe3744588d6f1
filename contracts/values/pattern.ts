import fc from "fast-check";
import { type Pattern, patternOf, regExpOf, single } from "../model/pattern.ts";
import { lengthOf } from "./text.ts";

/** Texts are not made longer than this, and the shortest that is wanted, where a pattern has shorter ones. */
const USUAL_LENGTH = 64;

/** How often something is repeated that may be repeated without end. */
const USUAL_REPEATS = 8;

/** A pattern that repeats more than this, nested or not, is left alone. */
const MOST_REPEATS = 100_000;

/** How many texts tell how long those of a pattern are. */
const PROBES = 16;

/** fast-check takes other characters from these. */
const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));

/** What a class may leave when it leaves none of those. */
const unprintable = [..."\t\n\r\0\x7f\u0085\u00a0éßЖ中\u2028\ufeff"];

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
  if (repeatsOf(source) > MOST_REPEATS) return undefined;
  const plain = withControlsWritten(source);
  for (const simpler of [withLength(plain, lengths), withoutAssertions(plain)]) {
    try {
      const expression = regExpOf(withOtherCharacters(simpler)) ?? /(?:)/;
      return fc.stringMatching(expression, constraintsOf(expression, lengths));
    } catch {
      continue;
    }
  }
  return undefined;
}

const longness = new Map<string, readonly number[]>();

/** fast-check draws until a text is short enough, for ever where none is: it is told only what some texts are. */
function constraintsOf(expression: RegExp, { minLength, maxLength: most }: Lengths): fc.StringMatchingConstraints {
  const maxLength = Math.min(most, USUAL_LENGTH + minLength);
  const key = String(expression);
  let found = longness.get(key);
  if (!found) longness.set(key, (found = lengthsOf(expression)));
  if (found.every((length) => length > maxLength)) return {};
  // Several that may each be long are seldom short together.
  const isSpacious = found.every((length) => length <= maxLength / 2);
  return { maxLength, ...(minLength > USUAL_REPEATS && isSpacious && { size: "max" }) };
}

function lengthsOf(expression: RegExp): readonly number[] {
  return fc.sample(fc.stringMatching(expression), { seed: 0, numRuns: PROBES }).map(lengthOf);
}

/** How much is repeated at least, were all groups that are repeated within each other. */
function repeatsOf(source: string): number {
  const found = [...source.matchAll(/(\)?)\{(\d+)(?:,\d*)?\}/g)];
  const plain = found.filter(([, group]) => group === "").reduce((sum, [, , least]) => sum + Number(least), 1);
  return found
    .filter(([, group]) => group !== "")
    .reduce((product, [, , least]) => product * Math.max(1, Number(least)), plain);
}

/** Classes that leave nothing printable, as those of what they leave: "[^ -~]". */
function withOtherCharacters(source: string): string {
  return source.replaceAll(single, (each) => {
    const expression = each.startsWith("[^") ? regExpOf(`^${each}$`) : undefined;
    if (!expression || printable.some((character) => expression.test(character))) return each;
    const left = unprintable.filter((character) => expression.test(character));
    if (left.length === 0) throw new Error(`Nothing is known of ${each}`);
    return `[${left.join("")}]`;
  });
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
