import fc from "fast-check";
import { toEcmaSource } from "../../schema/pattern.ts";
import { type PatternPart, partsOfPattern } from "./pattern-tree.ts";

/** Maximum number of characters beyond the minimum length, so that texts stay readable. */
const USUAL_LENGTH = 24;

/** Maximum length of a text. */
const MAX_LENGTH = 200_000;

/** Maximum number of different texts for one repeated part. */
const USUAL_REPEATS = 16;

/** Maximum number of random choices for a text. A text that needs more reuses them. */
const MAX_CHOICES = 48;

/** Length limits of a text, in code points. */
export interface Lengths {
  readonly minLength: number;
  readonly maxLength: number;
}

const treeBySource = new Map<string, PatternPart | undefined>();

/** Parts of a pattern. An invalid pattern matches everything. Returns undefined for unsupported syntax. */
function parsePatternTree(source: string): PatternPart | undefined {
  if (!treeBySource.has(source)) treeBySource.set(source, partsOfPattern(toEcmaSource(source) ?? ""));
  return treeBySource.get(source);
}

/**
 * Texts that mostly match a pattern with the right length, generated in linear time. Returns undefined if the syntax is
 * unsupported or no text has such a length.
 */
export function matchingTexts(source: string, { minLength, maxLength }: Lengths): fc.Arbitrary<string> | undefined {
  const tree = parsePatternTree(source);
  if (!tree) return undefined;
  const minimum = Math.max(minLength, tree.minLength);
  const maximum = Math.min(maxLength, tree.maxLength, minimum + USUAL_LENGTH);
  if (minimum > maximum || minimum > MAX_LENGTH) return undefined;
  const choices = fc.array(fc.nat({ max: 0xffff }), { maxLength: MAX_CHOICES, size: "max" });
  return fc
    .tuple(fc.integer({ min: minimum, max: maximum }), choices)
    .map(([length, chosen]) => generateMatch(tree, length, chosen));
}

/** Text of about a length, determined by a list of choices. Without choices, the first alternatives are used. */
function generateMatch(whole: PatternPart, totalLength: number, choices: readonly number[]): string {
  const groups = new Map<string, string>();
  let choiceCount = 0;
  return generatePart(whole, totalLength);

  /**
   * Next choice, as an integer from 0 to a limit. If the list of choices is used again, other integers result, except
   * for the choice 0.
   */
  function chooseNext(limit: number): number {
    const choice = choices.length === 0 ? 0 : (choices[choiceCount++ % choices.length] as number);
    if (limit < 1) return 0;
    return (Math.imul(choice, nextCoprime(2 * choiceCount + 1, limit + 1)) >>> 0) % (limit + 1);
  }

  function generatePart(part: PatternPart, length: number): string {
    switch (part.kind) {
      case "character":
        return part.from[chooseNext(part.from.length - 1)] as string;
      case "choice":
        return generatePart(chooseAlternative(part.parts, length), length);
      case "sequence":
        return sequenceText(part.parts, length);
      case "repeat":
        return repetitionText(part, length);
      case "again":
        return groups.get(part.name) ?? "";
      case "look":
        return "";
      case "group": {
        const text = generatePart(part.part, length);
        for (const name of part.names) groups.set(name, text);
        return text;
      }
    }
  }

  /** Alternative that matches the length, or else comes nearest to it. */
  function chooseAlternative(parts: readonly PatternPart[], length: number): PatternPart {
    const distances = parts.map(({ minLength, maxLength }) => Math.max(0, minLength - length, length - maxLength));
    const nearest = Math.min(...distances);
    const fitting = parts.filter((_, index) => distances[index] === nearest);
    return fitting[chooseNext(fitting.length - 1)] as PatternPart;
  }

  /** Text of consecutive parts that share the length. */
  function sequenceText(parts: readonly PatternPart[], length: number): string {
    let remaining = Math.max(0, length - parts.reduce((total, { minLength }) => total + minLength, 0));
    let availableLength = parts.reduce((total, part) => total + extraLength(part, length), 0);
    let text = "";
    for (const part of parts) {
      const partExtra = extraLength(part, length);
      availableLength -= partExtra;
      const maxLength = Math.min(partExtra, remaining);
      const minLength = Math.min(maxLength, Math.max(0, remaining - availableLength));
      const extra = minLength + chooseNext(maxLength - minLength);
      remaining -= extra;
      text += generatePart(part, part.minLength + extra);
    }
    return text;
  }

  function repetitionText({ part, minTimes, maxTimes }: PatternPart & { kind: "repeat" }, length: number): string {
    const needed = Math.max(minTimes, Math.min(maxTimes, Math.ceil(length / part.maxLength) || 0));
    const possible = Math.min(
      maxTimes,
      part.minLength === 0 ? Math.max(minTimes, length) : Math.floor(length / part.minLength),
    );
    const times = needed + chooseNext(Math.min(possible, needed + USUAL_REPEATS) - needed);
    if (times <= USUAL_REPEATS)
      return sequenceText(
        Array.from({ length: times }, () => part),
        length,
      );
    const each = Math.floor(length / times);
    const longer = length - each * times;
    const isEmpty = each === 0 && part.minLength === 0;
    return repeatedTexts(part, each + 1, longer) + (isEmpty ? "" : repeatedTexts(part, each, times - longer));
  }

  /** Concatenates texts of one length. Only the first few are different, and then they repeat. */
  function repeatedTexts(part: PatternPart, length: number, count: number): string {
    const differentTexts = Array.from({ length: Math.min(count, USUAL_REPEATS) }, () => generatePart(part, length));
    const remainder = differentTexts.slice(0, count % USUAL_REPEATS);
    return differentTexts.join("").repeat(Math.floor(count / USUAL_REPEATS)) + remainder.join("");
  }
}

/** Number of characters that a part can have above its minimum, up to a length. */
function extraLength({ minLength, maxLength }: PatternPart, length: number): number {
  return Math.min(maxLength - minLength, length);
}

/** Next odd number without a common factor with a count. Its multiples have every remainder. */
function nextCoprime(start: number, count: number): number {
  let one = start;
  while (commonFactor(one, count) > 1) one += 2;
  return one;
}

function commonFactor(one: number, other: number): number {
  let [x, y] = [one, other];
  while (y > 0) [x, y] = [y, x % y];
  return x;
}
