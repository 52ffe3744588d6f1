import type { Criterion, Matcher } from "./criterion.ts";
import {
  type Contract,
  type Json,
  type JsonObject,
  type JsonSchema,
  filterMapNames,
  isObject,
  partsOf,
  propertyNamesOf,
  schemasAtPath,
  searchNames,
  typesOf,
  type RequestField,
  singular,
} from "../../../contracts/index.ts";
import { type MemberPath, memberPathOf, pluralListOf, schemaAt, valuesAt } from "../members/member-paths.ts";
import { readFilterExpression } from "./filter-expression.ts";
import { boundCriterion, rangeOf } from "./ranges.ts";

/** Names of parameters that select a view of a list, not its items. */
export const viewNames = /^(fields|select|include|exclude|expand|embed|view|format|lang|language|locale)$/i;

/** Descriptions of filters that match a part of a text, and of those that match items with all values. */
const partWords = /\b(contain(s|ing)?|substring|partial(ly)?|part of)\b/i;
const allWords = /\b(have|has|with|match(es|ing)?|contain(s|ing)?) all\b/i;

/**
 * Compiles the filter of a field. Undefined if its meaning is unclear.
 *
 * @param declared path of the filtered value in an item, if `x-state` declares it: "items.sku".
 */
export function matcherOf(
  contract: Contract,
  item: JsonSchema,
  field: RequestField,
  declared?: string,
): Matcher | undefined {
  const { name, schema } = field;
  const names = propertyNamesOf(contract, item);
  const types = typesOf(contract, schema);
  const declaredPath = declared?.split(".");
  const isOwn = names.has(name);
  const range = isOwn ? undefined : rangeOf(contract, item, field, declaredPath);
  if (range) return range;
  const ownPath = declaredPath ?? (isOwn ? [name] : undefined);
  if (ownPath) return valueMatcher(ownPath);
  if (searchNames.test(name) && types.includes("string")) return isReference(names) ? undefined : textCriterion;
  const isMap = types.includes("object") && !types.includes("string");
  if (filterMapNames.test(name) && types.join() === "string")
    return (sent) => expressionCriterion(contract, item, sent);
  if (filterMapNames.test(name) && isMap) return (sent) => mapCriterion(isObject(sent) ? sent : {});
  if (viewNames.test(name)) return undefined;
  const path =
    pluralListOf(contract, item, name) ??
    listedProperty(names, name) ??
    dottedPath(contract, item, name) ??
    memberPathOf(contract, item, name);
  return path && valueMatcher(path);

  function valueMatcher(at: MemberPath): Matcher {
    const property = schemaAt(contract, item, at);
    const ignored = impossibleValues(contract, schema, property);
    const { description = "" } = field;
    const isText = valuesIn(contract, property).length === 0 && typesOf(contract, property).includes("string");
    if (isText && types.join() === "string" && partWords.test(description)) return (sent) => partCriterion(at, sent);
    if (types.includes("array") && allWords.test(description))
      return (sent) => allOf([sent].flat().flatMap((each) => equalCriterion(at, each as Json) ?? []));
    const isListed = !isOwn || valuesIn(contract, property).length > 0 || /\bcommas?\b/i.test(description);
    return (sent) => (ignored.has(sent) ? undefined : equalCriterion(at, isListed ? listIn(sent) : sent));
  }
}

/** True for items that a list shows by their keys and URLs alone. They have no text to search. */
function isReference(names: ReadonlySet<string>): boolean {
  return names.size > 0 && [...names].every((name) => /^_?(id|uuid|key|uri|url|href|self|links?)$/i.test(name));
}

/** The property whose values a field lists: "status" for "status[]", "status.in", "status_in" and "statuses". */
function listedProperty(names: ReadonlySet<string>, name: string): MemberPath | undefined {
  const stem = name.replace(/\[\]$/, "").replace(/(?:[._]|\[)(?:in|eq|any)\]?$/i, "");
  const found = [stem, singular(stem)].find((each) => each !== name && names.has(each));
  return found === undefined ? undefined : [found];
}

/** The member that a name such as "address.city" leads to. */
function dottedPath(contract: Contract, item: JsonSchema, name: string): MemberPath | undefined {
  const steps = name.split(".");
  const isMember = steps.length > 1 && schemasAtPath(contract, item, steps).length > 0;
  return isMember ? steps : undefined;
}

/** The values in a text that are separated by commas. */
function listIn(sent: Json): Json {
  return typeof sent === "string" && sent.includes(",") ? sent.split(",").map((each) => each.trim()) : sent;
}

/** The filter of a text such as `equals(status,"open")`. Undefined if a part of it is not understood. */
function expressionCriterion(contract: Contract, item: JsonSchema, sent: Json): Criterion | undefined {
  const objects = objectsInText(sent);
  if (objects) return objectsCriterion(contract, item, objects);
  const comparisons = readFilterExpression(sent) ?? [];
  const criteria = comparisons.map(({ field, relation, values }) => {
    const path = propertyNamesOf(contract, item).has(field) ? [field] : dottedPath(contract, item, field);
    if (!path) return undefined;
    return relation === "=" ? equalCriterion(path, values) : boundCriterion(path, relation, values[0] as string);
  });
  return criteria.every((each) => each !== undefined) ? allOf(criteria) : undefined;
}

/** The objects in a text of JSON. Undefined for other texts. */
function objectsInText(sent: Json): readonly JsonObject[] | undefined {
  if (typeof sent !== "string" || !/^\s*[[{]/.test(sent)) return undefined;
  try {
    const objects = [JSON.parse(sent) as Json].flat() as readonly Json[];
    return objects.every((each) => isObject(each)) ? objects : undefined;
  } catch {
    return undefined;
  }
}

/** The filter of an object with wanted values by the names of members. The meaning of several objects is unclear. */
function objectsCriterion(
  contract: Contract,
  item: JsonSchema,
  [wanted, ...others]: readonly JsonObject[],
): Criterion | undefined {
  if (!wanted || others.length > 0) return undefined;
  const names = propertyNamesOf(contract, item);
  const criteria = Object.entries(wanted).map(([name, value]) =>
    names.has(name) ? equalCriterion([name], value) : undefined,
  );
  return criteria.every((each) => each !== undefined) ? allOf(criteria) : undefined;
}

/** Values of a filter that no item can have, such as "all". Their meaning is unclear. */
function impossibleValues(contract: Contract, filter: JsonSchema, property: JsonSchema): Set<Json> {
  const possible = valuesIn(contract, property);
  const isPossible = (value: Json): boolean => [listIn(value)].flat().some((each) => possible.includes(each as Json));
  return new Set(possible.length === 0 ? [] : valuesIn(contract, filter).filter((value) => !isPossible(value)));
}

function valuesIn(contract: Contract, schema: JsonSchema): Json[] {
  return partsOf(contract, schema).flatMap((part) => (Array.isArray(part["enum"]) ? (part["enum"] as Json[]) : []));
}

function mapCriterion(filters: JsonObject): Criterion | undefined {
  return allOf(Object.entries(filters).flatMap(([name, sent]) => equalCriterion([name], sent) ?? []));
}

function allOf(criteria: readonly Criterion[]): Criterion | undefined {
  if (criteria.length === 0) return undefined;
  return {
    test: (item) => criteria.every(({ test }) => test(item)),
    conditions: criteria.flatMap(({ conditions }) => conditions),
  };
}

/** Matches a value that equals the requested one, or one of them. In a list, one entry must match. */
function equalCriterion(path: MemberPath, sent: Json): Criterion | undefined {
  const values = (Array.isArray(sent) ? sent : [sent]) as readonly Json[];
  if (values.some((value) => typeof value === "object")) return undefined;
  // Query parameters have no types: 1 is sent as "1".
  const wanted = new Set(values.map(String));
  return {
    test: (item) => textsAt(item, path).some((text) => wanted.has(text)),
    conditions: [{ kind: "among", path, wanted }],
  };
}

/** The values at a place, as strings. */
export function textsAt(item: JsonObject, path: MemberPath): readonly string[] {
  return valuesAt(item, path)
    .filter((value) => typeof value !== "object")
    .map(String);
}

/** Matches items that contain each word in one of their strings, ignoring case. */
function textCriterion(sent: Json): Criterion | undefined {
  const words = String(sent).toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return undefined;
  return {
    test: (item) => {
      const texts = stringsIn(item);
      return words.every((word) => texts.some((text) => text.includes(word)));
    },
    conditions: [{ kind: "containing", words }],
  };
}

/** Matches items with a text that contains the requested one at a place, ignoring case. */
function partCriterion(path: MemberPath, sent: Json): Criterion | undefined {
  const part = String(sent).toLowerCase();
  if (part === "" || part.includes("\n")) return undefined;
  return {
    test: (item) => stringsIn(valuesAt(item, path)).some((text) => text.includes(part)),
    conditions: [{ kind: "containing", path, words: [part] }],
  };
}

/** All strings of an item as one. No search word contains the separator. */
export function searchTextOf(value: Json): string {
  return stringsIn(value).join("\n");
}

function stringsIn(value: Json): string[] {
  if (typeof value === "string") return [value.toLowerCase()];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(stringsIn);
}
