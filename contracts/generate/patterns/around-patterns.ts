import type { Json, JsonSchema } from "../../model/json.ts";
import type { Builder } from "../build.ts";
import { eachAlternative } from "./each-alternative.ts";
import { treeOf } from "./pattern.ts";
import type { Part } from "./pattern-tree.ts";

/** Longer texts are not made. */
const LONGEST = 8_000;

/** So many bounds are looked at, the small ones first, and so many texts that are looked for ahead or behind, of so many. */
const MOST_BOUNDS = 40;
const MOST_WORDS = 300;
const MOST_WRITTEN = 5_000;

/** How many random values are made for each length, and to stand around each word. */
const OF_LENGTH = 10;
const AROUND = 3;

/** The patterns that texts that fit some schemas match. */
export function patternsIn(builder: Builder, schemas: readonly JsonSchema[]): readonly string[] {
  return [...new Set(builder.cases(schemas).flatMap((wanted) => (wanted.values ? [] : wanted.patterns)))];
}

/**
 * Each alternative of other patterns, and texts on either side of what patterns draw a line at, first where the others do
 * not. `meeting` makes values that fit some schemas.
 */
export function* aroundPatterns(
  patterns: readonly string[],
  others: readonly string[],
  meeting: (more: readonly JsonSchema[], random: number) => Iterable<Json>,
): Generator<Json> {
  for (const pattern of others) yield* eachAlternative(pattern);
  const parts = partsIn(patterns);
  for (const length of lengthsBeyond(parts)) yield* meeting([length], OF_LENGTH);
  const words = wordsIn(parts);
  const known = wordsIn(partsIn(others));
  // What others look for, too, they may look for elsewhere.
  const ordered = [...words].toSorted((one, other) => Number(known.has(one)) - Number(known.has(other)));
  const texts = words.size === 0 ? [] : [...meeting([], AROUND)].filter((value) => typeof value === "string");
  for (const word of ordered.slice(0, MOST_WORDS)) {
    yield word;
    for (const text of texts) yield* placed(word, text);
  }
}

function partsIn(patterns: readonly string[]): readonly Part[] {
  return patterns.flatMap((pattern) => treeOf(pattern) ?? []).flatMap(within);
}

/** What is looked for ahead or behind. */
function wordsIn(parts: readonly Part[]): Set<string> {
  return new Set(parts.flatMap((part) => (part.kind === "look" ? writtenOut(part.part) : [])));
}

/** A part, and all that it is made of. */
function within(part: Part): Part[] {
  if ("parts" in part) return [part, ...part.parts.flatMap(within)];
  return "part" in part ? [part, ...within(part.part)] : [part];
}

/** What is longer than a part can be, or shorter; longer also than it must be, which a look may refuse. */
function lengthsBeyond(parts: readonly Part[]): JsonSchema[] {
  const sized = parts.filter(({ kind }) => kind === "repeat" || kind === "sequence");
  const bounds = (some: readonly number[]): number[] =>
    [...new Set(some)]
      .filter((bound) => bound > 0 && bound <= LONGEST)
      .toSorted((one, other) => one - other)
      .slice(0, MOST_BOUNDS);
  return [
    ...bounds(sized.map(({ least }) => least)).map((least) => ({ maxLength: least - 1 })),
    ...bounds(sized.flatMap(({ least, most }) => [least, most])).map((most) => ({ minLength: most + 1 })),
  ];
}

/** The texts of a part: each alternative, of a class one character, and of what repeats no more than must be, or one. */
function writtenOut(part: Part): readonly string[] {
  switch (part.kind) {
    case "character":
      return part.from.slice(0, 1);
    case "group":
      return writtenOut(part.part);
    case "choice":
      return part.parts.flatMap(writtenOut).slice(0, MOST_WRITTEN);
    case "sequence":
      return part.parts.map(writtenOut).reduce(joined, [""]);
    case "repeat":
      return part.fewest === 0 && part.mostTimes > 0
        ? ["", ...writtenOut(part.part)]
        : writtenOut(part.part).map((text) => text.repeat(Math.min(part.fewest, LONGEST / Math.max(1, text.length))));
    case "again":
    case "look":
      return [""];
  }
}

function joined(starts: readonly string[], ends: readonly string[]): string[] {
  const few = ends.slice(0, Math.max(1, Math.floor(MOST_WRITTEN / starts.length)));
  const texts = starts.flatMap((start) => few.map((end) => start + end));
  return texts.filter(({ length }) => length <= LONGEST);
}

/** A word before a text, behind it and in its midst, and in place of as much of it. */
function placed(word: string, text: string): string[] {
  const middle = Math.floor(text.length / 2);
  return [
    word + text,
    text + word,
    text.slice(0, middle) + word + text.slice(middle),
    word + text.slice(word.length),
    text.slice(0, -word.length) + word,
  ];
}
