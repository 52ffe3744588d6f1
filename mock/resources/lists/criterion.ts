import type { Json, JsonObject } from "../../../contracts/index.ts";
import type { KeyCondition, TextCondition, BoundCondition } from "../../state/query.ts";
import { type MemberPath, locateValues } from "../members/member-paths.ts";
import { pickMembers } from "../members/members.ts";

/** A filter of items: a predicate, and the equivalent conditions of a query, if there are any. */
export interface Criterion {
  readonly test: (item: JsonObject) => boolean;
  /** Undefined if no conditions of a query are equivalent, so that every item is tested. */
  readonly conditions?: readonly CriterionCondition[] | undefined;
}

export type CriterionCondition =
  | (Pick<KeyCondition, "kind" | "wanted"> & { readonly path: MemberPath })
  | (Pick<BoundCondition, "kind" | "relation" | "bound"> & { readonly path: MemberPath; readonly isDay: boolean })
  | (Pick<TextCondition, "kind" | "words"> & { readonly textOf: (item: JsonObject) => string });

/** Creates the filter for a value of a field. Undefined if the meaning is unclear. */
export type Matcher = (sent: Json) => Criterion | undefined;

/** Matches items that all of several filters match. Undefined if one of them is not understood. */
export function matchAll(criteria: readonly (Criterion | undefined)[]): Criterion | undefined {
  const known = criteria.filter((each) => each !== undefined);
  if (known.length < criteria.length) return undefined;
  return { test: (item) => known.every(({ test }) => test(item)), conditions: conditionsOfAll(known) };
}

/** The conditions of several filters together. Undefined if one has none. */
export function conditionsOfAll(criteria: readonly Criterion[]): readonly CriterionCondition[] | undefined {
  const each = criteria.map(({ conditions }) => conditions);
  if (each.every((conditions) => conditions !== undefined)) return each.flat();
  return undefined;
}

/** Matches items that one of several filters matches. Undefined if one of them is not understood. */
export function matchAny(criteria: readonly (Criterion | undefined)[]): Criterion | undefined {
  const known = criteria.filter((each) => each !== undefined);
  if (known.length < criteria.length) return undefined;
  return { test: (item) => known.some(({ test }) => test(item)) };
}

/** Matches items that a filter does not match. */
export function matchNone(criterion: Criterion | undefined): Criterion | undefined {
  return criterion && { test: (item) => !criterion.test(item) };
}

/** Matches a value that equals the requested one, or one of them. In a list, one entry must match. */
export function equalCriterion(path: MemberPath, sent: Json): Criterion | undefined {
  const values = (Array.isArray(sent) ? sent : [sent]) as readonly Json[];
  if (values.some((value) => typeof value === "object")) return undefined;
  // Query parameters have no types: 1 is sent as "1".
  const wanted = new Set(values.map(String));
  return {
    test: (item) => readTexts(item, path).some((text) => wanted.has(text)),
    conditions: [{ kind: "among", path, wanted }],
  };
}

/** The values at a place, as strings. */
export function readTexts(item: JsonObject, path: MemberPath): readonly string[] {
  return locateValues(item, path)
    .filter((value) => typeof value !== "object")
    .map(String);
}

/** Matches items that have a value at a place. */
export function presentCriterion(path: MemberPath): Criterion {
  return { test: (item) => locateValues(item, path).some((value) => value !== null) };
}

/**
 * Compiles the filter of items that contain each word in one of their strings, ignoring case. Stars at the ends of words
 * say nothing.
 *
 * @param searched members that are searched.
 */
export function createTextMatcher(searched: ReadonlySet<string>): Matcher {
  const readItemText = (item: JsonObject): string => joinSearchText(pickMembers(item, [...searched]));
  return (sent) => {
    const words = String(sent)
      .toLowerCase()
      .split(/\s+/)
      .map((word) => word.replaceAll(/^\*+|\*+$/g, ""))
      .filter(Boolean);
    if (words.length === 0) return undefined;
    return containing(words, readItemText);
  };
}

function containing(words: readonly string[], textOf: (item: JsonObject) => string): Criterion {
  const test = (item: JsonObject): boolean => {
    const text = textOf(item);
    return words.every((word) => text.includes(word));
  };
  return { test, conditions: [{ kind: "containing", words, textOf }] };
}

/** Compiles the filter of items with a text at a place that contains the requested one, ignoring case. */
export function createPartMatcher(path: MemberPath): Matcher {
  const readItemText = (item: JsonObject): string => joinSearchText(locateValues(item, path));
  return (sent) => {
    const part = String(sent)
      .toLowerCase()
      .replaceAll(/^[%*]+|[%*]+$/g, "");
    if (part === "" || part.includes("\n")) return undefined;
    return containing([part], readItemText);
  };
}

/** Matches items with a text at a place that begins or ends with the requested one, ignoring case. */
export function edgeCriterion(path: MemberPath, edge: "starts" | "ends", sent: Json): Criterion | undefined {
  const part = String(sent).toLowerCase();
  if (part === "") return undefined;
  const matchesEdge = (text: string): boolean => (edge === "starts" ? text.startsWith(part) : text.endsWith(part));
  return { test: (item) => listStrings(locateValues(item, path)).some(matchesEdge) };
}

/** All strings of a value as one. No search word contains the separator. */
function joinSearchText(value: Json): string {
  return listStrings(value).join("\n");
}

function listStrings(value: Json): string[] {
  if (typeof value === "string") return [value.toLowerCase()];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(listStrings);
}
