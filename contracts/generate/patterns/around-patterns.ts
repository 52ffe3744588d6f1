import type { Json, JsonSchema } from "../../model/json.ts";
import type { Builder } from "../builder.ts";
import { eachAlternative } from "./each-alternative.ts";
import { treeOf } from "./pattern.ts";
import type { PatternPart } from "./pattern-tree.ts";

/** Maximum length of a text. */
const MAX_TEXT_LENGTH = 8_000;

/**
 * Limits: number of length bounds (the smallest are used), of lookaround texts in the result, and of computed
 * lookaround texts.
 */
const MAX_BOUNDS = 40;
const MAX_WORDS = 300;
const MAX_EXPANDED = 5_000;

/** Number of random values for each length, and of texts that surround each lookaround text. */
const VALUES_PER_LENGTH = 10;
const SURROUNDING_TEXTS = 3;

/** Patterns of the strings that schemas accept. */
export function patternsIn(builder: Builder, schemas: readonly JsonSchema[]): readonly string[] {
  return [...new Set(builder.cases(schemas).flatMap((targetCase) => (targetCase.values ? [] : targetCase.patterns)))];
}

/**
 * Texts that may show a difference between two sets of patterns: one text for each alternative of `others`, and texts
 * that `patterns` barely match or barely reject. Texts that only one of the sets describes come first. `valuesForAll`
 * generates values that fit all given schemas.
 */
export function* aroundPatterns(
  patterns: readonly string[],
  others: readonly string[],
  valuesForAll: (more: readonly JsonSchema[], random: number) => Iterable<Json>,
): Generator<Json> {
  for (const pattern of others) yield* eachAlternative(pattern);
  const parts = partsIn(patterns);
  for (const length of lengthsBeyond(parts)) yield* valuesForAll([length], VALUES_PER_LENGTH);
  const words = wordsIn(parts);
  const wordsOfOthers = wordsIn(partsIn(others));
  // Texts that `others` also look for are less likely to show a difference.
  const ordered = [...words].toSorted(
    (one, other) => Number(wordsOfOthers.has(one)) - Number(wordsOfOthers.has(other)),
  );
  const texts =
    words.size === 0 ? [] : [...valuesForAll([], SURROUNDING_TEXTS)].filter((value) => typeof value === "string");
  for (const word of ordered.slice(0, MAX_WORDS)) {
    yield word;
    for (const text of texts) yield* combinations(word, text);
  }
}

function partsIn(patterns: readonly string[]): readonly PatternPart[] {
  return patterns.flatMap((pattern) => treeOf(pattern) ?? []).flatMap(partAndDescendants);
}

/** Texts that the lookarounds of patterns search for. */
function wordsIn(parts: readonly PatternPart[]): Set<string> {
  return new Set(parts.flatMap((part) => (part.kind === "look" ? expandPart(part.part) : [])));
}

/** A part and all its descendants. */
function partAndDescendants(part: PatternPart): PatternPart[] {
  if ("parts" in part) return [part, ...part.parts.flatMap(partAndDescendants)];
  return "part" in part ? [part, ...partAndDescendants(part.part)] : [part];
}

/** Length limits just outside of a part's bounds. Also just above the minimum, which a lookaround may reject. */
function lengthsBeyond(parts: readonly PatternPart[]): JsonSchema[] {
  const sized = parts.filter(({ kind }) => kind === "repeat" || kind === "sequence");
  const bounds = (some: readonly number[]): number[] =>
    [...new Set(some)]
      .filter((bound) => bound > 0 && bound <= MAX_TEXT_LENGTH)
      .toSorted((one, other) => one - other)
      .slice(0, MAX_BOUNDS);
  return [
    ...bounds(sized.map(({ minLength }) => minLength)).map((minLength) => ({ maxLength: minLength - 1 })),
    ...bounds(sized.flatMap(({ minLength, maxLength }) => [minLength, maxLength])).map((maxLength) => ({
      minLength: maxLength + 1,
    })),
  ];
}

/** Texts of a part: each alternative, one character of a class, and the minimum of a repetition, or one. */
function expandPart(part: PatternPart): readonly string[] {
  switch (part.kind) {
    case "character":
      return part.from.slice(0, 1);
    case "group":
      return expandPart(part.part);
    case "choice":
      return part.parts.flatMap(expandPart).slice(0, MAX_EXPANDED);
    case "sequence":
      return part.parts.map(expandPart).reduce(concatenations, [""]);
    case "repeat":
      return part.minTimes === 0 && part.maxTimes > 0
        ? ["", ...expandPart(part.part)]
        : expandPart(part.part).map((text) =>
            text.repeat(Math.min(part.minTimes, MAX_TEXT_LENGTH / Math.max(1, text.length))),
          );
    case "again":
    case "look":
      return [""];
  }
}

function concatenations(starts: readonly string[], ends: readonly string[]): string[] {
  const few = ends.slice(0, Math.max(1, Math.floor(MAX_EXPANDED / starts.length)));
  const texts = starts.flatMap((start) => few.map((end) => start + end));
  return texts.filter(({ length }) => length <= MAX_TEXT_LENGTH);
}

/** Texts with a word before, after, within and in place of a text. */
function combinations(word: string, text: string): string[] {
  const middle = Math.floor(text.length / 2);
  return [
    word + text,
    text + word,
    text.slice(0, middle) + word + text.slice(middle),
    word + text.slice(word.length),
    text.slice(0, -word.length) + word,
  ];
}
