import { isProvablyLinear } from "../patterns/ambiguity.ts";
import { type Automaton, NoAutomaton, type Purpose, automatonOf, largestCount } from "../patterns/automaton.ts";
import { createBacktracking } from "../patterns/backtrack.ts";
import { MAX_LOOKAROUNDS, createSearch } from "../patterns/simulate.ts";
import { type ParsedPattern, parsePattern } from "../patterns/syntax.ts";
import { OverBudget, runMatch, spend } from "../patterns/work.ts";
import { shortened } from "../text/shortened.ts";

/** Tells whether a text has a match of a pattern of JSON Schema. Ajv takes patterns with the same text for one. */
export interface Pattern {
  test(text: string): boolean;
  toString(): string;
}

/**
 * The engine that a pattern is given:
 * - "native": it is proven that the native engine takes linear time.
 * - "automaton": one that takes linear time, for patterns without a proof.
 * - "backtracking": one that counts its steps, for patterns that refer back to a group, without a proof.
 * - "none": the pattern is too large for an automaton.
 */
export type Engine = "native" | "automaton" | "backtracking" | "none";

type Search = (text: string) => boolean;

interface Compiled extends Pattern {
  readonly engine: Engine;
}

/** Larger automata are not made. */
const CAPACITY = 50_000;

/** So many nodes of automata are kept in memory; then they are made again as needed. */
const MOST_NODES = 200_000;

/** A text with fewer characters has the smallest automaton. */
const FEWEST_CHARACTERS = 7;

/** So many patterns, and characters of them, are kept; then they are forgotten, and made again as needed. */
const MOST_KNOWN = 10_000;
const MOST_KNOWN_CHARACTERS = 10_000_000;

const known = new Map<string, Compiled | undefined>();
let knownCharacters = 0;
const searches = new Map<string, Search>();
let nodeCount = 0;

/**
 * A pattern that takes no text forever: the native engine searches only for what it provably finds in linear time.
 * The `test` of others throws `OverBudget` where it cannot be decided within a number of steps. Undefined where the
 * source is no pattern.
 */
export function patternOf(source: string): Pattern | undefined {
  return compiledOf(source);
}

/** The same for an expression of a library's that runs on a stranger's text. */
export function guardedPattern(expression: RegExp): Pattern {
  return compiledBy(expression);
}

/** The same, but what cannot be decided passes after a call of `onUndecided`. */
export function decidedPatternOf(source: string, onUndecided: () => void): Pattern | undefined {
  const pattern = patternOf(source);
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

/** The engine that searches for a pattern; undefined where it is none. */
export function engineOf(source: string): Engine | undefined {
  return compiledOf(source)?.engine;
}

/** A pattern of JSON Schema: Unicode, or without where only that makes sense of it; undefined where nothing does. */
export function regExpOf(source: string): RegExp | undefined {
  for (const flags of ["u", ""]) {
    try {
      return new RegExp(source, flags);
    } catch {
      continue;
    }
  }
  return undefined;
}

function compiledOf(source: string): Compiled | undefined {
  if (known.has(source)) return known.get(source);
  const native = regExpOf(source);
  const compiled = native && compiledBy(native);
  knownCharacters += source.length;
  if (known.size >= MOST_KNOWN || knownCharacters > MOST_KNOWN_CHARACTERS) {
    known.clear();
    knownCharacters = source.length;
  }
  known.set(source, compiled);
  return compiled;
}

/** The number of patterns that are kept. */
export function knownPatternCount(): number {
  return known.size;
}

function compiledBy(native: RegExp): Compiled {
  const { source } = native;
  const parsed = parsePattern(native);
  const isLinear = parsed !== undefined && isProvablyLinear(parsed);
  const purpose = parsed && purposeOf(parsed);
  const toString = (): string => source;
  if (isLinear) return { engine: "native", toString, test: (text) => testNatively(native, text) ?? search(text) };
  if (!purpose) return { engine: "none", toString, test: search };
  return { engine: purpose === "match" ? "automaton" : "backtracking", toString, test: search };

  function search(text: string): boolean {
    if (!parsed || !purpose) throw new OverBudget(`the pattern ${shortened(source)} is too large`);
    try {
      return runMatch(() => searchOf(parsed, purpose, text.length)(text));
    } catch (error) {
      if (!(error instanceof OverBudget || error instanceof NoAutomaton)) throw error;
      throw new OverBudget(
        `a text of ${text.length} characters and the pattern ${shortened(source)} take too many steps`,
      );
    }
  }
}

/** Undefined where the native engine runs out of memory for what it could still try. */
function testNatively(native: RegExp, text: string): boolean | undefined {
  try {
    return native.test(text);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Undefined where there is an automaton of neither kind, not even for short texts. */
function purposeOf(parsed: ParsedPattern): Purpose | undefined {
  for (const purpose of ["match", "track"] as const) {
    try {
      if (automatonOf(parsed, purpose, CAPACITY, 1).looks.length <= MAX_LOOKAROUNDS) return purpose;
    } catch (error) {
      if (!(error instanceof NoAutomaton || error instanceof RangeError)) throw error;
    }
  }
  return undefined;
}

/** Counts that no text of the length can reach are left out of an automaton. */
function searchOf(parsed: ParsedPattern, purpose: Purpose, length: number): Search {
  const lengths = 2 ** Math.ceil(Math.log2(Math.max(length, FEWEST_CHARACTERS) + 1));
  const limit = Math.min(lengths, largestCount(parsed.alternatives) + 1);
  const key = `${limit} ${parsed.native}`;
  let search = searches.get(key);
  if (search) return search;
  const automaton = automatonOf(parsed, purpose, CAPACITY, limit);
  spend(automaton.nodes.length);
  nodeCount += automaton.nodes.length;
  if (nodeCount > MOST_NODES) {
    searches.clear();
    nodeCount = automaton.nodes.length;
  }
  search = searcherOf(automaton, purpose, parsed.native);
  searches.set(key, search);
  return search;
}

function searcherOf(automaton: Automaton, purpose: Purpose, native: RegExp): Search {
  return purpose === "match" ? createSearch(automaton, native.unicode) : createBacktracking(automaton, native);
}
