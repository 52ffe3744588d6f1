import type { Part } from "./part.ts";
import {
  type Json,
  type JsonObject,
  type QuickContext,
  compileDecided,
  isObject,
  keywords,
} from "../../contracts/index.ts";
import { isAnnotation } from "./place.ts";

/** Complete list of values, if there is one. */
type Listed = ReadonlyMap<string, Json> | undefined;

/** Keywords about a single text or number, whose verdict on a listed value is known. */
const ofScalars = new Set(
  keywords
    .values()
    .filter(({ type, accepts }) => (type === "string" || type === "number") && accepts)
    .map(({ name }) => name),
);

/** Patterns that every text matches. */
const anyText = new Set<Json>(["", ".*"]);

/** Keywords with a limit. The strictest limit of all parts applies. */
const limits = new Set(
  keywords
    .values()
    .filter(({ limit }) => limit)
    .map(({ name }) => name),
);

const mayBeRedundant = new Set([...ofScalars, ...limits, "not", "uniqueItems", "contains", "minContains"]);

/** Removes keywords without effect beside the other keywords and values of a view. */
export function withoutRedundant(parts: readonly Part[], values: Listed): readonly Part[] {
  if (!parts.some(({ schema }) => Object.keys(schema).some((keyword) => mayBeRedundant.has(keyword)))) return parts;
  const most = listNumbers(parts, "maxItems");
  const isEvaluating = parts.some(({ schema: { unevaluatedItems: constraint = true } }) => constraint !== true);
  return removeRedundant(parts, (keyword, constraint, schema) => {
    if (keyword === "pattern" && anyText.has(constraint)) return true;
    if (keyword === "uniqueItems") return Math.min(...most) <= 1;
    if (keyword === "contains" || keyword === "minContains")
      return schema["minContains"] === 0 && schema["maxContains"] === undefined && !isEvaluating;
    return isWeaker(keyword, constraint, parts) || areAllValid(values, keyword, constraint);
  });
}

/** Removes keywords that all listed values of another view obey. */
export function withoutImplied(values: Listed, parts: readonly Part[]): readonly Part[] {
  if (values) return removeRedundant(parts, (keyword, constraint) => areAllValid(values, keyword, constraint));
  return parts;
}

function removeRedundant(
  parts: readonly Part[],
  isRedundant: (keyword: string, constraint: Json, schema: JsonObject) => boolean,
): readonly Part[] {
  return parts.map((part) => {
    const { schema } = part;
    const all = Object.entries(schema);
    const kept = all.filter(
      ([keyword, constraint]) => !mayBeRedundant.has(keyword) || !isRedundant(keyword, constraint, schema),
    );
    if (kept.length === all.length) return part;
    return { ...part, schema: Object.fromEntries(kept) };
  });
}

/** Checks that another part has a stricter limit, or the keyword for an open limit. */
function isWeaker(name: string, constraint: Json, parts: readonly Part[]): boolean {
  const { limit, merge } = keywords.get(name) ?? {};
  if (!limit || !merge || typeof constraint !== "number") return false;
  const open = listNumbers(parts, `exclusive${name[0]?.toUpperCase()}${name.slice(1)}`);
  return (
    listNumbers(parts, name).some((other) => merge(constraint, other) !== constraint) ||
    open.some((number) => merge(constraint, number) === number)
  );
}

/** Numbers of a keyword in several parts. */
export function listNumbers(parts: readonly Part[], keyword: string): number[] {
  return parts.flatMap(({ schema: { [keyword]: constraint } }) => (typeof constraint === "number" ? [constraint] : []));
}

/**
 * Checks that a schema of types, enums and constants rejects a value. Undefined if it has other keywords that decide.
 */
export function isRejectedBy(value: Json, schema: Json | undefined): boolean | undefined {
  if (!isObject(schema)) return undefined;
  const constraint = Object.entries(schema).filter(([keyword]) => !isAnnotation(keyword));
  const verdicts = constraint.map(([keyword, word]) =>
    valueDecidedKeywords.has(keyword) ? judgeConstant(keyword, word, value) : undefined,
  );
  return verdicts.includes(false) || (verdicts.includes(undefined) ? undefined : false);
}

/** Keywords that can be decided for any value without a validator. */
const valueDecidedKeywords = new Set(["type", "enum", "const"]);

/**
 * Checks that the keyword is redundant next to listed values: the list is empty, or has values of the keyword's type, and
 * all of them obey it.
 */
function areAllValid(values: Listed, keyword: string, constraint: Json): boolean {
  if (!values || !(ofScalars.has(keyword) || keyword === "not")) return false;
  if (values.size === 0) return true;
  const obeyedKeywords = new Set(
    values
      .values()
      .map((value) =>
        keyword === "not" ? isRejectedBy(value, constraint) : judgeConstant(keyword, constraint, value),
      ),
  );
  return obeyedKeywords.has(true) && !obeyedKeywords.has(false);
}

/** Context for keywords about single values, which only need patterns. */
const context: QuickContext = {
  fitsPattern: matchesPattern,
  fitsFormat: () => false,
  fits: () => undefined,
  fitsTarget: () => undefined,
  fitsBranches: () => [undefined],
  isAbsent: () => false,
};

/** Verdict of a keyword on a value of the type that it constrains; undefined for values of other types. */
function judgeConstant(name: string, constraint: Json, value: Json): boolean | undefined {
  const keyword = keywords.get(name);
  if (keyword?.type !== undefined && typeof value !== keyword.type) return undefined;
  return keyword?.accepts?.(constraint, value, {}, context);
}

function matchesPattern(pattern: string, text: string): boolean {
  let isDecided = true;
  const isMatch = compileDecided(pattern, () => (isDecided = false))?.test(text) === true;
  return isMatch && isDecided;
}
