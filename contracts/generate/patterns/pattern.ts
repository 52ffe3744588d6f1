import fc from "fast-check";
import { type Pattern, decidedPatternOf, regExpOf } from "../../schema/pattern.ts";
import { type Part, partsOfPattern } from "./pattern-tree.ts";

/** Texts are at most so much longer than the shortest that is wanted, unless they may not be that long. */
const USUAL_LENGTH = 24;

/** Texts that must be longer than this are not made. */
const MAX_LENGTH = 200_000;

/** How often something is repeated in different ways. */
const USUAL_REPEATS = 16;

/** So many choices make a text; one with more takes the same ones again. */
const MAX_CHOICES = 48;

/** The lengths a text may have, in code points. */
export interface Lengths {
  readonly minLength: number;
  readonly maxLength: number;
}

/** A pattern as the validator takes it; what is no pattern matches all, and what cannot be decided is left to the validator. */
export function lenient(source: string): Pattern {
  return decidedPatternOf(source, () => {}) ?? /(?:)/;
}

const known = new Map<string, Part | undefined>();

/** The parts of a pattern, or of one that matches all where it is none; undefined where it is not understood. */
export function treeOf(source: string): Part | undefined {
  if (!known.has(source)) known.set(source, partsOfPattern(regExpOf(source) ? source : ""));
  return known.get(source);
}

/**
 * Texts that mostly match a pattern and mostly have the right length, each made in as many steps as it is long;
 * undefined where the pattern is not understood, or has no such texts.
 */
export function matching(source: string, { minLength, maxLength }: Lengths): fc.Arbitrary<string> | undefined {
  const whole = treeOf(source);
  if (!whole) return undefined;
  const least = Math.max(minLength, whole.least);
  const most = Math.min(maxLength, whole.most, least + USUAL_LENGTH);
  if (least > most || least > MAX_LENGTH) return undefined;
  const choices = fc.array(fc.nat({ max: 0xffff }), { maxLength: MAX_CHOICES, size: "max" });
  return fc
    .tuple(fc.integer({ min: least, max: most }), choices)
    .map(([length, chosen]) => textOf(whole, length, chosen));
}

/** A text of about that length, by the choices that are made one after the other; where none are made, the first. */
function textOf(whole: Part, wanted: number, choices: readonly number[]): string {
  const groups = new Map<string, string>();
  let made = 0;
  return textFor(whole, wanted);

  /** One of the whole numbers up to a limit: the choices are different ones when they are taken again, but for 0. */
  function choose(limit: number): number {
    const choice = choices.length === 0 ? 0 : (choices[made++ % choices.length] as number);
    return limit < 1 ? 0 : (Math.imul(choice, coprime(2 * made + 1, limit + 1)) >>> 0) % (limit + 1);
  }

  function textFor(part: Part, length: number): string {
    switch (part.kind) {
      case "character":
        return part.from[choose(part.from.length - 1)] as string;
      case "choice":
        return textFor(alternative(part.parts, length), length);
      case "sequence":
        return together(part.parts, length);
      case "repeat":
        return repetition(part, length);
      case "again":
        return groups.get(part.name) ?? "";
      case "look":
        return "";
      case "group": {
        const text = textFor(part.part, length);
        for (const name of part.names) groups.set(name, text);
        return text;
      }
    }
  }

  /** One that can be so long, or else as nearly as can be. */
  function alternative(parts: readonly Part[], length: number): Part {
    const off = parts.map(({ least, most }) => Math.max(0, least - length, length - most));
    const nearest = Math.min(...off);
    const fitting = parts.filter((_, index) => off[index] === nearest);
    return fitting[choose(fitting.length - 1)] as Part;
  }

  /** Parts one after the other, to which the length is given out. */
  function together(parts: readonly Part[], length: number): string {
    let left = Math.max(0, length - parts.reduce((total, { least }) => total + least, 0));
    let room = parts.reduce((total, part) => total + roomOf(part, length), 0);
    let text = "";
    for (const part of parts) {
      const own = roomOf(part, length);
      room -= own;
      const most = Math.min(own, left);
      const least = Math.min(most, Math.max(0, left - room));
      const more = least + choose(most - least);
      left -= more;
      text += textFor(part, part.least + more);
    }
    return text;
  }

  function repetition({ part, fewest, mostTimes }: Part & { kind: "repeat" }, length: number): string {
    const needed = Math.max(fewest, Math.min(mostTimes, Math.ceil(length / part.most) || 0));
    const possible = Math.min(mostTimes, part.least === 0 ? Math.max(fewest, length) : Math.floor(length / part.least));
    const times = needed + choose(Math.min(possible, needed + USUAL_REPEATS) - needed);
    if (times <= USUAL_REPEATS)
      return together(
        Array.from({ length: times }, () => part),
        length,
      );
    const each = Math.floor(length / times);
    const longer = length - each * times;
    const isEmpty = each === 0 && part.least === 0;
    return alike(part, each + 1, longer) + (isEmpty ? "" : alike(part, each, times - longer));
  }

  /** As many of a length as are wanted, a few in different ways, over and over. */
  function alike(part: Part, length: number, count: number): string {
    const few = Array.from({ length: Math.min(count, USUAL_REPEATS) }, () => textFor(part, length));
    const rest = few.slice(0, count % USUAL_REPEATS);
    return few.join("").repeat(Math.floor(count / USUAL_REPEATS)) + rest.join("");
  }
}

/** How much longer than its shortest text one of a part can be, as far as that matters. */
function roomOf({ least, most }: Part, length: number): number {
  return Math.min(most - least, length);
}

/** The next odd number that has no factor in common with a count: a multiple of such a one leaves every remainder. */
function coprime(odd: number, count: number): number {
  let one = odd;
  while (commonFactor(one, count) > 1) one += 2;
  return one;
}

function commonFactor(one: number, other: number): number {
  let [x, y] = [one, other];
  while (y > 0) [x, y] = [y, x % y];
  return x;
}
