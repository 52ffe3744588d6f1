import { type Json, foldedName } from "../../../contracts/index.ts";
import { compareValues, toSortValue } from "../../resources/lists/sorting.ts";

type Comparison = (value: Json, operand: Json) => boolean;

const dayForm = /^\d{4}-\d\d-\d\d$/;

/** Comparisons by the name of their operator, without separators and in lower case: "_is_null" is "isnull". */
const comparisons: Readonly<Record<string, Comparison>> = {
  eq: matchesOperand,
  ne: (value, operand) => !matchesOperand(value, operand),
  contains: (value, operand) => hasText(value, operand, (text, part) => text.includes(part)),
  startswith: (value, operand) => hasText(value, operand, (text, part) => text.startsWith(part)),
  endswith: (value, operand) => hasText(value, operand, (text, part) => text.endsWith(part)),
  like: (value, operand) => hasText(value, operand, (text, pattern) => likeForm(pattern, "s").test(text)),
  ilike: (value, operand) => hasText(value, operand, (text, pattern) => likeForm(pattern, "is").test(text)),
  gt: (value, operand) => order(value, operand) > 0,
  gte: (value, operand) => order(value, operand) >= 0,
  lt: (value, operand) => order(value, operand) < 0,
  lte: (value, operand) => order(value, operand) <= 0,
  null: (value, operand) => (value === null) === operand,
  exists: (value, operand) => (value !== null) === operand,
  every: (value, operand) => [operand].flat().every((each) => matchesOperand(value, each)),
};

/** Other names of each comparison. */
const synonyms: Readonly<Record<string, string>> = {
  eq: "equals equalto is in any oneof on has hassome",
  ne: "neq not notequals notequalto isnot nin notin noneof",
  startswith: "beginswith prefix",
  endswith: "suffix",
  contains: "includes match",
  gt: "greaterthan after",
  gte: "ge greaterthanorequal greaterthanorequalto min from since",
  lt: "lessthan before",
  lte: "le lessthanorequal lessthanorequalto max to until",
  null: "isnull",
  exists: "isset",
  every: "hasevery containsall",
  notlike: "nlike",
  notilike: "nilike",
  notcontains: "ncontains",
};

const aliases: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(synonyms).flatMap(([name, others]) => others.split(" ").map((other) => [other, name])),
);

/** Names of operators, the longest first. */
export const operatorNames: readonly string[] = [...Object.keys(comparisons), ...Object.keys(aliases)].toSorted(
  (one, other) => other.length - one.length,
);

/** Comparison of values by the name of an operator: "eq", "_in", "notContains". Undefined for an unknown operator. */
export function readOperator(name: string): Comparison | undefined {
  const folded = foldedName(name);
  const known = comparisons[aliases[folded] ?? folded];
  if (known) return known;
  const [, plain] = /^i?(\w+?)(?:ignorecase|insensitive|ci)$/.exec(folded) ?? /^i(\w+)$/.exec(folded) ?? [];
  if (plain !== undefined) {
    const comparison = comparisons[aliases[plain] ?? plain];
    return comparison && ((value, operand) => comparison(toLowerCase(value), toLowerCase(operand)));
  }
  const [, negated] = /^(?:not|does?not)(\w+)$/.exec(aliases[folded] ?? folded) ?? [];
  const inner = negated === undefined ? undefined : readOperator(negated);
  return inner && ((value, operand) => !inner(value, operand));
}

/** True if a value equals another one, or one of several. A list equals a value that it contains. */
export function matchesOperand(value: Json, operand: Json): boolean {
  if (Array.isArray(operand)) return operand.some((each: Json) => matchesOperand(value, each));
  if (Array.isArray(value)) return value.some((each: Json) => matchesOperand(each, operand));
  if (value === null || operand === null) return value === operand;
  return value === operand || order(value, operand) === 0;
}

/** Order of two values: numbers by size, times by time, texts by characters. NaN if they cannot be compared. */
function order(value: Json, operand: Json): number {
  if (value === null || operand === null) return Number.NaN;
  const isDay = typeof operand === "string" && dayForm.test(operand);
  const own = isDay && typeof value === "string" ? value.slice(0, 10) : value;
  const areNumbers = [own, operand].every((each) => each !== "" && !Number.isNaN(Number(each)));
  if (areNumbers) return Number(own) - Number(operand);
  return compareValues(toSortValue({ own }, "own"), toSortValue({ operand }, "operand"), 1);
}

function hasText(value: Json, operand: Json, test: (text: string, part: string) => boolean): boolean {
  if (Array.isArray(value)) return matchesOperand(value, operand);
  return typeof value === "string" && test(value, String(operand));
}

/** The form of a pattern of SQL: "%" is any text, "_" any character. */
function likeForm(pattern: string, flags: string): RegExp {
  const escaped = pattern.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
  return new RegExp(`^${escaped.replaceAll("%", ".*").replaceAll("_", ".")}$`, flags);
}

function toLowerCase(value: Json): Json {
  if (Array.isArray(value)) return value.map((each: Json) => toLowerCase(each));
  if (typeof value === "string") return value.toLowerCase();
  return value;
}
