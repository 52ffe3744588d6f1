import type { Part } from "./part.ts";
import { textOf } from "./equality/json-text.ts";
import {
  type Json,
  type JsonObject,
  type JsonType,
  decidedPatternOf,
  isMultipleOf,
  isObject,
} from "../../contracts/index.ts";
import { isAnnotation } from "./place.ts";
import { typesOfValues } from "./types.ts";

/** The only values that there can be, where they are listed. */
type Listed = ReadonlyMap<string, Json> | undefined;

/** Whether a value of the type that a keyword is for obeys it; nothing for those of other types. */
const obeys: Readonly<Record<string, (value: Json, said: never) => boolean | undefined>> = {
  minLength: ofText((text, least: number) => [...text].length >= least),
  maxLength: ofText((text, most: number) => [...text].length <= most),
  pattern: ofText(matches),
  minimum: ofNumber((number, least) => number >= least),
  exclusiveMinimum: ofNumber((number, least) => number > least),
  maximum: ofNumber((number, most) => number <= most),
  exclusiveMaximum: ofNumber((number, most) => number < most),
  multipleOf: ofNumber(isMultipleOf),
  not: (value, said) => isUnlike(value, said),
};

/** Patterns that every text has somewhere in it. */
const anyText = new Set<Json>(["", ".*"]);

/** Keywords of which one part may rule out more than another, and the value that does. */
const bounds: Readonly<Record<string, (...values: readonly number[]) => number>> = {
  minLength: Math.max,
  minItems: Math.max,
  minProperties: Math.max,
  minimum: Math.max,
  exclusiveMinimum: Math.max,
  maxLength: Math.min,
  maxItems: Math.min,
  maxProperties: Math.min,
  maximum: Math.min,
  exclusiveMaximum: Math.min,
};

const mayBeIdle = new Set([...Object.keys(obeys), ...Object.keys(bounds), "uniqueItems", "contains", "minContains"]);

/** The parts of a view without what holds already by what else they say. */
export function withoutIdle(parts: readonly Part[], values: Listed): readonly Part[] {
  if (!parts.some(({ schema }) => Object.keys(schema).some((keyword) => mayBeIdle.has(keyword)))) return parts;
  const most = numbersIn(parts, "maxItems");
  const isEvaluating = parts.some(({ schema: { unevaluatedItems: said = true } }) => said !== true);
  return without(parts, (keyword, said, schema) => {
    if (keyword === "pattern" && anyText.has(said)) return true;
    if (keyword === "uniqueItems") return Math.min(...most) <= 1;
    if (keyword === "contains" || keyword === "minContains")
      return schema["minContains"] === 0 && schema["maxContains"] === undefined && !isEvaluating;
    if (keyword === "maxItems" && Number(said) >= mostSingledOut(parts)) return true;
    return isWeak(keyword, said, parts) || allObey(values, keyword, said);
  });
}

/** The parts of a view without what holds of all values that another one lists. */
export function withoutHeldBy(values: Listed, parts: readonly Part[]): readonly Part[] {
  return values ? without(parts, (keyword, said) => allObey(values, keyword, said)) : parts;
}

function without(
  parts: readonly Part[],
  isIdle: (keyword: string, said: Json, schema: JsonObject) => boolean,
): readonly Part[] {
  return parts.map((part) => {
    const { schema } = part;
    const all = Object.entries(schema);
    const kept = all.filter(([keyword, said]) => !mayBeIdle.has(keyword) || !isIdle(keyword, said, schema));
    return kept.length === all.length ? part : { ...part, schema: Object.fromEntries(kept) };
  });
}

/** Whether another part, or the keyword for an open limit, rules out more. */
function isWeak(keyword: string, said: Json, parts: readonly Part[]): boolean {
  const best = bounds[keyword];
  if (!best || typeof said !== "number") return false;
  const beside = numbersIn(parts, `exclusive${keyword[0]?.toUpperCase()}${keyword.slice(1)}`);
  return best(...numbersIn(parts, keyword)) !== said || beside.some((number) => best(said, number) === number);
}

/** How many items a list can have where each has a schema of its own, and no other is taken. */
export function mostSingledOut(parts: readonly Part[]): number {
  const closed = parts.filter(({ schema }) => schema["items"] === false);
  return Math.min(
    ...closed.map(({ schema: { prefixItems } }) => (Array.isArray(prefixItems) ? prefixItems.length : 0)),
  );
}

/** What parts say by a keyword that has a number. */
export function numbersIn(parts: readonly Part[], keyword: string): number[] {
  return parts.flatMap(({ schema: { [keyword]: said } }) => (typeof said === "number" ? [said] : []));
}

/** Whether a value does not fit a schema that tells values apart by what they are; undefined where that says more. */
export function isUnlike(value: Json, schema: Json | undefined): boolean | undefined {
  if (!isObject(schema)) return undefined;
  const said = Object.entries(schema).filter(([keyword]) => !isAnnotation(keyword));
  const fits = said.map(([keyword, word]) => listed[keyword]?.(value, word));
  return fits.includes(false) || (fits.includes(undefined) ? undefined : false);
}

/** Keywords that tell values apart by what they are. */
const listed: Readonly<Record<string, (value: Json, said: Json) => boolean>> = {
  type: (value, said) => typesOfValues([value], [said].flat() as JsonType[]).length > 0,
  enum: (value, said) => (said as Json[]).some((one) => textOf(one) === textOf(value)),
  const: (value, said) => textOf(said) === textOf(value),
};

/** Whether there are values of the type that a keyword is for, and it holds of them all; where none is left, all holds. */
function allObey(values: Listed, keyword: string, said: Json): boolean {
  const isMet = obeys[keyword];
  if (!values || !isMet) return false;
  if (values.size === 0) return true;
  const met = new Set(values.values().map((value) => isMet(value, said as never)));
  return met.has(true) && !met.has(false);
}

function matches(text: string, pattern: string): boolean {
  let isDecided = true;
  const isMatch = decidedPatternOf(pattern, () => (isDecided = false))?.test(text) === true;
  return isMatch && isDecided;
}

function ofText<T>(isMet: (text: string, said: T) => boolean): (value: Json, said: T) => boolean | undefined {
  return (value, said) => (typeof value === "string" ? isMet(value, said) : undefined);
}

function ofNumber(
  isMet: (number: number, said: number) => boolean,
): (value: Json, said: number) => boolean | undefined {
  return (value, said) => (typeof value === "number" ? isMet(value, said) : undefined);
}
