import {
  type Criterion,
  type Matcher,
  allOf,
  anyOf,
  caselessCriterion,
  createPartMatcher,
  createTextMatcher,
  edgeCriterion,
  equalCriterion,
  noneOf,
  wildcardCriterion,
} from "./criterion.ts";
import {
  type Contract,
  type Json,
  type JsonObject,
  type JsonSchema,
  filterMapNames,
  foldedName,
  isObject,
  membersOf,
  partsOf,
  propertyNamesOf,
  searchNames,
  typesOf,
  type RequestField,
} from "../../../contracts/index.ts";
import { type MemberPath, findNamePlace, schemaAt } from "../members/member-paths.ts";
import { readDescribedEdge } from "./described-edges.ts";
import { type FilterExpression, readFilterExpression, readLabelSelector } from "./filter-expression.ts";
import { type FilteredItems, findMember, findNamedMember } from "./named-member.ts";
import { listIn, queryCriterion, relationCriterion } from "./query-language.ts";
import { rangeOf } from "./ranges.ts";

/** Names of parameters that select a view of a list, not its items. */
export const viewNames =
  /^([_$]?(fields|select|include|exclude|expand|embed|view|format|lang|language|locale|pretty|callback|version|api_?version)|\$count)$/i;

/** Values of filters that select all items. */
export const everyWord = /^(all|any|both|\*)$/i;

/** Names of fields with filters of several members. */
export const queryNames = /^\$?(filters?|filter_?by|where|query|queries|search|criteria|conditions?)$/i;

/** Names of parameters for a selector of labels: "env=prod,tier in (a,b)". */
const selectorNames = /^(label|tag|annotation|metadata)s?_?selector$/i;

/** Descriptions of filters that match a part of a text, those with wildcards, and those that match items with all values. */
const partWords = /\b(contain(s|ing)?|substring|partial(ly)?|part of)\b/i;
const caselessWords = /\b(case[- ]?insensitive(ly)?|ignor(es|ing) (the )?case|regardless of case)\b/i;
const wildcardWords = /wild ?cards?|asterisks?|`\*`|"\*"/i;
const allWords = /\b(have|has|with|match(es|ing)?|contain(s|ing)?) all\b/i;

/**
 * Compiles the filter of a field. Undefined if its meaning is unclear.
 *
 * @param declared path of the filtered value in an item, if `x-state` declares it: "items.sku".
 */
export function matcherOf(items: FilteredItems, field: RequestField, declared?: string): Matcher | undefined {
  const { contract, item } = items;
  const { name, schema } = field;
  const names = propertyNamesOf(contract, item);
  const types = typesOf(contract, schema);
  const declaredPath = declared?.split(".");
  const isOwn = names.has(name);
  const range = isOwn ? undefined : rangeOf(contract, item, field, declaredPath);
  if (range) return range;
  const ownPath = declaredPath ?? (isOwn ? findMember(items, name) : undefined);
  if (ownPath) return valueMatcher(items, field, ownPath);
  if (isOwn) return undefined;
  if (searchNames.test(name) && types.includes("string")) return searchMatcher(items);
  if (filterMapNames.test(name) && types.join() === "string") return (sent) => expressionCriterion(items, sent);
  if (queryNames.test(name) && holdsObjects(contract, schema)) return (sent) => queryCriterion(items, sent, schema);
  if (viewNames.test(name)) return undefined;
  if (selectorNames.test(name)) return selectorMatcher(names, name);
  const ofCondition = conditionMatcher(items, field);
  if (ofCondition) return ofCondition;
  const named = findNamedMember(items, field);
  if (!named) return undefined;
  const { path, relation } = named;
  if (relation === "=") return valueMatcher(items, field, path);
  if (relation === "contains") return createPartMatcher(path);
  return (sent) => relationCriterion(path, relation, listIn(sent));
}

/** True for an object, or a list of objects. */
function holdsObjects(contract: Contract, schema: JsonSchema): boolean {
  const types = typesOf(contract, schema);
  if (types.includes("string")) return false;
  const entry: JsonSchema = { allOf: membersOf(contract, schema, "items") };
  return types.includes("object") || (types.includes("array") && typesOf(contract, entry).join() === "object");
}

/** The filter of a field by the values that equal the sent one. */
function valueMatcher({ contract, item }: FilteredItems, field: RequestField, path: MemberPath): Matcher {
  const { description = "", name, schema } = field;
  const property = schemaAt(contract, item, path);
  const values = valuesIn(contract, property);
  const types = typesOf(contract, schema);
  const itemsValueOf = createValueTranslation(valuesIn(contract, schema), values);
  const isText = values.length === 0 && typesOf(contract, property).includes("string");
  const hasWildcards = isText && wildcardWords.test(description);
  if (isText && types.join() === "string" && !hasWildcards) {
    const edge = readDescribedEdge(description);
    if (edge === "starts" || edge === "ends") return (sent) => edgeCriterion(path, edge, sent);
    if (partWords.test(description)) return createPartMatcher(path);
    if (caselessWords.test(description)) return (sent) => caselessCriterion(path, sent);
  }
  if (types.includes("array") && allWords.test(description))
    return (sent) => allOf([sent].flat().map((each) => equalCriterion(path, each as Json)));
  // "tags=finance" may be the name of a tag, "tagId=finance" is none.
  const isOfObject = foldedName(path[0] ?? "").startsWith(foldedName(name)) && types.join() === "string";
  const namePlace = isOfObject ? findNamePlace(contract, item, path) : undefined;
  const isListed = path[0] !== name || path.length > 1 || values.length > 0 || /\bcommas?\b/i.test(description);
  return (sent) => {
    if (hasWildcards && typeof sent === "string" && sent.includes("*")) return wildcardCriterion(path, sent);
    const meant = itemsValueOf(sent);
    if (meant === undefined) return undefined;
    const wanted = isListed ? listIn(meant) : meant;
    const ofKey = equalCriterion(path, wanted);
    return namePlace ? anyOf([ofKey, equalCriterion(namePlace, wanted)]) : ofKey;
  };
}

/**
 * The filter whose values name flags of the items: "unapproved" for items with an `approved` that is off, "archived" for
 * those with an `is_archived` that is on, and "active" for those where it is off, if there are no other values. Undefined
 * if no value names one.
 */
function conditionMatcher(
  { contract, item }: FilteredItems,
  { name: field, schema }: RequestField,
): Matcher | undefined {
  const flags = [...propertyNamesOf(contract, item)].filter(
    (name) => typesOf(contract, { allOf: membersOf(contract, item, name) }).join() === "boolean",
  );
  const conditions = new Map<Json, Criterion | undefined>();
  for (const value of valuesIn(contract, schema)) {
    const word = foldedName(String(value));
    const flagNamed = (stem: string): string | undefined =>
      flags.find((name) => [stem, `is${stem}`].includes(foldedName(name)));
    const on = flagNamed(word);
    const name = on ?? flagNamed(word.replace(/^(un|not|non|in)/, ""));
    const isOn = name === undefined ? undefined : equalCriterion([name], true);
    if (isOn) conditions.set(value, on === undefined ? noneOf(isOn) : isOn);
  }
  const [other, second] = valuesIn(contract, schema).filter(
    (value) => !conditions.has(value) && !everyWord.test(String(value)),
  );
  const [only, ...more] = conditions.values();
  // Of the two values of a state, one is the flag, so that the other means that it is off.
  const isOfState = /(state|status)$/i.test(field);
  if (isOfState && only && more.length === 0 && other !== undefined && second === undefined)
    conditions.set(other, noneOf(only));
  return conditions.size === 0 ? undefined : (sent) => conditions.get(sent);
}

/**
 * Compiles the values of items that values of a filter stand for: "Active" for "active", "TrackingLink" for "tl".
 * Undefined for a value that no item can have, whose meaning is unclear.
 */
function createValueTranslation(
  sentValues: readonly Json[],
  values: readonly Json[],
): (sent: Json) => Json | undefined {
  if (values.length === 0 || sentValues.length === 0) return (sent) => sent;
  const sameValue = (sent: Json): Json | undefined =>
    values.includes(sent)
      ? sent
      : (onlyOne(values, (each) => foldedName(String(each)) === foldedName(String(sent))) ??
        onlyOne(values, (each) => initialsOf(String(each)) === String(sent).toLowerCase()));
  return (sent) => {
    const all = [listIn(sent)].flat().map((each) => sameValue(each as Json));
    const known = all.filter((each) => each !== undefined);
    if (known.length === 0) return undefined;
    return known.length === 1 ? known[0] : known;
  };
}

function onlyOne(values: readonly Json[], isMeant: (value: Json) => boolean): Json | undefined {
  const [found, ...others] = values.filter(isMeant);
  return others.length > 0 ? undefined : found;
}

function initialsOf(value: string): string {
  const words = value.split(/[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])/);
  return words
    .map((word) => word.charAt(0))
    .join("")
    .toLowerCase();
}

/**
 * Search in what the list shows, or the item if it shows keys alone. A text with members, `status:open AND name:"Ada"`
 * (Lucene), concerns these.
 */
function searchMatcher(items: FilteredItems): Matcher | undefined {
  const { contract, item, listed } = items;
  const names = isReference(listed) ? propertyNamesOf(contract, item) : listed;
  if (isReference(names)) return undefined;
  const matchText = createTextMatcher(names);
  return (sent) => (String(sent).includes(":") ? fieldsCriterion(items, sent) : undefined) ?? matchText(sent);
}

function fieldsCriterion(items: FilteredItems, sent: Json): Criterion | undefined {
  const expression = readFilterExpression(sent);
  return expression && criterionOf(withParts(expression), (field) => findMember(items, field));

  /** A search for a text finds it inside a longer one. */
  function withParts(each: FilterExpression): FilterExpression {
    if ("all" in each) return { all: each.all.map(withParts) };
    if ("any" in each) return { any: each.any.map(withParts) };
    if ("not" in each) return { not: withParts(each.not) };
    const path = findMember(items, each.field);
    if (!path || each.relation !== "=") return each;
    const schema = schemaAt(items.contract, items.item, path);
    const isText = valuesIn(items.contract, schema).length === 0 && typesOf(items.contract, schema).includes("string");
    return isText ? { ...each, relation: "contains" } : each;
  }
}

/** True for items that a list shows by their keys and URLs alone. They have no text to search. */
function isReference(names: ReadonlySet<string>): boolean {
  return [...names].every((name) => /^_?(id|uuid|key|uri|url|href|self|links?)$/i.test(name));
}

function selectorMatcher(names: ReadonlySet<string>, name: string): Matcher | undefined {
  const stem = foldedName(name).replace(/s?selector$/, "");
  const map = [...names].find((each) => [stem, `${stem}s`].includes(foldedName(each)));
  if (map === undefined) return undefined;
  return (sent) => {
    const expression = readLabelSelector(sent);
    return expression && criterionOf(expression, (label) => [map, label]);
  };
}

/** The filter of a text such as `equals(status,"open")`. Undefined if a part of it is not understood. */
function expressionCriterion(items: FilteredItems, sent: Json): Criterion | undefined {
  const objects = objectsInText(sent);
  // The meaning of several objects is unclear.
  if (objects) return objects.length === 1 ? queryCriterion(items, objects[0] as JsonObject) : undefined;
  const expression = readFilterExpression(sent);
  return expression && criterionOf(expression, (field) => findMember(items, field));
}

function criterionOf(
  expression: FilterExpression,
  pathOf: (field: string) => MemberPath | undefined,
): Criterion | undefined {
  if ("all" in expression) return allOf(expression.all.map((each) => criterionOf(each, pathOf)));
  if ("any" in expression) return anyOf(expression.any.map((each) => criterionOf(each, pathOf)));
  if ("not" in expression) return noneOf(criterionOf(expression.not, pathOf));
  const path = pathOf(expression.field);
  return path && relationCriterion(path, expression.relation, [...expression.values]);
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

function valuesIn(contract: Contract, schema: JsonSchema): Json[] {
  return partsOf(contract, schema).flatMap((part) => (Array.isArray(part["enum"]) ? (part["enum"] as Json[]) : []));
}
