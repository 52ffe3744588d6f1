import { NoAutomaton } from "../patterns/automaton.ts";
import { findTextBeyond } from "../patterns/find-text-beyond.ts";
import { type ParsedPattern, parsePattern } from "../patterns/syntax.ts";
import { OverBudget, type MatchBudget, type StepBudget, currentBudget, runDecision } from "../patterns/work.ts";
import { isPatternLiteral, toRegExp, toStandardRegExp } from "./pattern.ts";

/** Patterns that all texts of a format match, as its specification describes them. Validators refuse some texts that match. */
export const formatPatterns: ReadonlyMap<string, string> = new Map([
  ["date", "^\\d{4}-\\d\\d-\\d\\d$"],
  ["date-time", "^\\d{4}-\\d\\d-\\d\\d[Tt ]\\d\\d:\\d\\d"],
  ["email", "^[^\\s@]+@[^\\s@]+$"],
  ["hostname", "^[A-Za-z\\d-]+(?:\\.[A-Za-z\\d-]+)*\\.?$"],
  ["ipv4", "^\\d{1,3}(?:\\.\\d{1,3}){3}$"],
  ["uri", "^[A-Za-z][A-Za-z\\d+.-]*:\\S+$"],
  ["uuid", "^[\\da-fA-F]{8}(?:-[\\da-fA-F]{4}){3}-[\\da-fA-F]{12}$"],
]);

/** Patterns and formats that a text must match, and limits of its length in characters. */
export interface TextLanguage {
  readonly patterns: readonly string[];
  readonly formats?: readonly string[];
  readonly minLength?: number;
  readonly maxLength?: number;
}

type Lengths = Omit<TextLanguage, "patterns" | "formats">;

/**
 * Result of a comparison of texts: a text that one side accepts and the other refuses, or that there is none.
 * "undecided": the patterns are not regular, or the decision takes too many steps.
 */
export type TextBeyond = { readonly text: string } | "none" | "undecided";

/** Maximum number of steps of one decision. */
const STEPS = 6_000_000;

const MAX_KNOWN = 2000;
const known = new Map<string, TextBeyond>();
/** Comparisons that were not decided within a budget. */
const undecided = new WeakMap<MatchBudget, Set<string>>();

/** Decides if a pattern of JSON Schema refuses a text of a language, and returns the shortest such text. */
export function textBeyondPattern(language: TextLanguage, refusing: string): TextBeyond {
  const key = JSON.stringify([language, refusing]);
  const earlier = known.get(key);
  if (earlier !== undefined) return earlier;
  const budget = currentBudget();
  if (budget && undecided.get(budget)?.has(key)) return "undecided";
  const found = decide(language, refusing, { left: STEPS });
  // It may be decided in another comparison, which has more steps left.
  if (found === "undecided" && budget) {
    undecided.set(budget, (undecided.get(budget) ?? new Set()).add(key));
    return found;
  }
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(key, found);
  return found;
}

function decide({ patterns, formats = [], ...lengths }: TextLanguage, refusing: string, steps: StepBudget): TextBeyond {
  // Authors of two literals `/^…$/` mean what is between the slashes.
  const compile = isPatternLiteral(refusing) && patterns.some(isPatternLiteral) ? toRegExp : toStandardRegExp;
  const refusal = parsePatternSource(refusing, compile);
  const sources = [...patterns, ...formats.flatMap((name) => formatPatterns.get(name) ?? [])];
  const own = sources.map((source) => parsePatternSource(source, compile));
  if (!refusal) return "undecided";
  // A pattern that cannot be read only makes the language smaller.
  const readable = own.filter((pattern) => pattern !== undefined);
  const found = searchWithinSteps(readable, refusal, steps);
  if (typeof found !== "object") return found;
  const isWhole = readable.length === own.length;
  if (isWhole && hasLength(found.text, lengths)) return found;
  const limit = lengthPattern(lengths);
  if (!limit) return "undecided";
  const limited = searchWithinSteps([...readable, limit], refusal, steps);
  if (limited === "none" || isWhole) return limited;
  return "undecided";
}

function searchWithinSteps(
  accepting: readonly ParsedPattern[],
  refusing: ParsedPattern,
  steps: StepBudget,
): TextBeyond {
  try {
    const text = runDecision(() => findTextBeyond(accepting, refusing), steps);
    return text === undefined ? "none" : { text };
  } catch (error) {
    if (error instanceof OverBudget || error instanceof NoAutomaton || error instanceof RangeError) return "undecided";
    throw error;
  }
}

function parsePatternSource(source: string, compile = toRegExp): ParsedPattern | undefined {
  const native = compile(source);
  return native && parsePattern(native);
}

function hasLength(text: string, { minLength = 0, maxLength = Infinity }: Lengths): boolean {
  const { length } = [...text];
  return length >= minLength && length <= maxLength;
}

function lengthPattern({ minLength = 0, maxLength = Infinity }: Lengths): ParsedPattern | undefined {
  return parsePatternSource(`^[^]{${minLength},${maxLength === Infinity ? "" : maxLength}}$`);
}
