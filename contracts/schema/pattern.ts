import { isProvablyLinear } from "../patterns/ambiguity.ts";
import { type Automaton, NoAutomaton, type Purpose, buildAutomaton, largestCount } from "../patterns/automaton.ts";
import { createBacktracking } from "../patterns/backtrack.ts";
import { translatePattern } from "../patterns/dialects.ts";
import { MAX_LOOKAROUNDS, createSearch } from "../patterns/simulate.ts";
import { type ParsedPattern, parsePattern } from "../patterns/syntax.ts";
import { OverBudget, runMatch, spend } from "../patterns/work.ts";
import { shortenText } from "../text/shortened.ts";

/** Pattern of JSON Schema. `toString` returns its source, because Ajv identifies patterns by their text. */
export interface Pattern {
  test(text: string): boolean;
  toString(): string;
}

/**
 * Engine of a pattern:
 * - "native": the native engine, which provably takes linear time.
 * - "automaton": our own engine with linear time, for patterns without a proof.
 * - "backtracking": our own engine that counts its steps, for patterns with backreferences and without a proof.
 * - "none": the pattern is too large for an automaton.
 */
export type Engine = "native" | "automaton" | "backtracking" | "none";

type Search = (text: string) => boolean;

interface Compiled extends Pattern {
  readonly engine: Engine;
}

/** Maximum number of nodes of an automaton. */
const CAPACITY = 50_000;

/** Maximum number of cached nodes. The cache is cleared when it is full. */
const MAX_CACHED_NODES = 200_000;

/** Maximum text length of the smallest automaton. */
const MIN_AUTOMATON_LENGTH = 7;

/** Maximum number of cached patterns, and of their characters. The cache is cleared when it is full. */
const MAX_CACHED_PATTERNS = 10_000;
const MAX_CACHED_CHARACTERS = 10_000_000;

const cachedPatterns = new Map<string, Compiled | undefined>();
let cachedCharacters = 0;
const searches = new Map<string, Search>();
let nodeCount = 0;

/**
 * Compiles a pattern that ends for every text: the native engine is used only with a proof of linear time. `test` of
 * another pattern throws `OverBudget` if it exceeds its steps. Returns undefined for an invalid pattern.
 */
export function getPattern(source: string): Pattern | undefined {
  return compileCached(source);
}

/** Compiles an expression of a library that runs on untrusted text. */
export function guardedPattern(expression: RegExp): Pattern {
  return compilePattern(expression);
}

/** Compiles a pattern whose `test` returns true if it exceeds its steps, after a call of `onUndecided`. */
export function compileDecided(source: string, onUndecided: () => void): Pattern | undefined {
  const pattern = getPattern(source);
  if (!pattern) return undefined;
  return {
    toString: () => source,
    test(text) {
      try {
        return pattern.test(text);
      } catch (error) {
        if (!(error instanceof OverBudget)) throw error;
        onUndecided();
        return true;
      }
    },
  };
}

/**
 * Pattern as the validator applies it. An invalid pattern matches everything, and an undecided match is left to the
 * validator.
 */
export function lenientPattern(source: string): Pattern {
  return compileDecided(source, () => {}) ?? /(?:)/;
}

/** Engine of a pattern; undefined if the pattern is invalid. */
export function chooseEngine(source: string): Engine | undefined {
  return compileCached(source)?.engine;
}

/**
 * Regular expression of a pattern in JSON Schema: with the u flag, or as the translation of a pattern for the engine of
 * another language, or without the u flag. Returns undefined if it is invalid.
 */
export function toRegExp(source: string): RegExp | undefined {
  const translated = translatePattern(source);
  const isLiteral = translated !== undefined && source.startsWith("/^");
  return (
    (isLiteral ? undefined : validRegExp(source, "u")) ??
    (translated &&
      (validRegExp(translated.source, `${translated.flags}u`) ?? validRegExp(translated.source, translated.flags))) ??
    validRegExp(source, "")
  );
}

/**
 * Regular expression of a pattern as JSON Schema defines it: the delimiters of a literal `/^…$/` are characters. A
 * pattern that ECMAScript refuses is translated.
 */
export function toStandardRegExp(source: string): RegExp | undefined {
  return validRegExp(source, "u") ?? toRegExp(source);
}

/** Checks for a literal `/^…$/`, whose slashes are characters in JSON Schema and not for validators that are lenient. */
export function isPatternLiteral(source: string): boolean {
  return String(toStandardRegExp(source)) !== String(toRegExp(source));
}

/** Source of a pattern in the syntax of ECMAScript; undefined if the pattern is invalid. */
export function toEcmaSource(source: string): string | undefined {
  const native = toRegExp(source);
  if (!native) return undefined;
  const translated = translatePattern(source);
  if (translated && native.source === validRegExp(translated.source, "")?.source) return translated.source;
  return source;
}

function validRegExp(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
}

function compileCached(source: string): Compiled | undefined {
  if (cachedPatterns.has(source)) return cachedPatterns.get(source);
  const native = toRegExp(source);
  const compiled = native && compilePattern(native);
  cachedCharacters += source.length;
  if (cachedPatterns.size >= MAX_CACHED_PATTERNS || cachedCharacters > MAX_CACHED_CHARACTERS) {
    cachedPatterns.clear();
    cachedCharacters = source.length;
  }
  cachedPatterns.set(source, compiled);
  return compiled;
}

/** Number of cached patterns. */
export function knownPatternCount(): number {
  return cachedPatterns.size;
}

function compilePattern(native: RegExp): Compiled {
  const { source } = native;
  const parsed = parsePattern(native);
  const isLinear = parsed !== undefined && isProvablyLinear(parsed);
  const purpose = parsed && choosePurpose(parsed);
  const toString = (): string => source;
  if (isLinear) return { engine: "native", toString, test: (text) => testNatively(native, text) ?? searchText(text) };
  if (!purpose) return { engine: "none", toString, test: searchText };
  return { engine: purpose === "match" ? "automaton" : "backtracking", toString, test: searchText };

  function searchText(text: string): boolean {
    if (!parsed || !purpose) throw new OverBudget(`the pattern ${shortenText(source)} is too large`);
    try {
      return runMatch(() => createPatternSearch(parsed, purpose, text.length)(text));
    } catch (error) {
      if (!(error instanceof OverBudget || error instanceof NoAutomaton)) throw error;
      throw new OverBudget(
        `a text of ${text.length} characters and the pattern ${shortenText(source)} take too many steps`,
      );
    }
  }
}

/** Result of the native engine; undefined if its backtracking exceeds the memory. */
function testNatively(native: RegExp, text: string): boolean | undefined {
  try {
    return native.test(text);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Purpose of an automaton that the pattern can have; undefined if it is too large even for short texts. */
function choosePurpose(parsed: ParsedPattern): Purpose | undefined {
  for (const purpose of ["match", "track"] as const) {
    try {
      if (buildAutomaton(parsed, purpose, CAPACITY, 1).lookarounds.length <= MAX_LOOKAROUNDS) return purpose;
    } catch (error) {
      if (!(error instanceof NoAutomaton || error instanceof RangeError)) throw error;
    }
  }
  return undefined;
}

/** Search for texts of a length. Its automaton omits counts that no text of the length can reach. */
function createPatternSearch(parsed: ParsedPattern, purpose: Purpose, length: number): Search {
  const lengths = 2 ** Math.ceil(Math.log2(Math.max(length, MIN_AUTOMATON_LENGTH) + 1));
  const limit = Math.min(lengths, largestCount(parsed.alternatives) + 1);
  const key = `${limit} ${parsed.native}`;
  let searchText = searches.get(key);
  if (searchText) return searchText;
  const automaton = buildAutomaton(parsed, purpose, CAPACITY, limit);
  spend(automaton.nodes.length);
  nodeCount += automaton.nodes.length;
  if (nodeCount > MAX_CACHED_NODES) {
    searches.clear();
    nodeCount = automaton.nodes.length;
  }
  searchText = createSearcher(automaton, purpose, parsed.native);
  searches.set(key, searchText);
  return searchText;
}

function createSearcher(automaton: Automaton, purpose: Purpose, native: RegExp): Search {
  if (purpose === "match") return createSearch(automaton, native.unicode);
  return createBacktracking(automaton, native);
}
