import {
  type Criterion,
  type Matcher,
  matchAny,
  createPartMatcher,
  createTextMatcher,
  equalCriterion,
} from "./criterion.ts";
import {
  type Contract,
  type Json,
  type JsonSchema,
  filterMapNames,
  foldedName,
  isObject,
  listSchemaParts,
  listPropertyNames,
  searchNames,
  listJsonTypes,
  type RequestField,
} from "../../../contracts/index.ts";
import { type MemberPath, findNamePlace, locateSchema } from "../members/member-paths.ts";
import { objectCriterion, relationCriterion, textCriterion } from "./filter-expression.ts";
import { type FilteredItems, resolveMember, findNamedMember } from "./named-member.ts";
import { compileRange } from "./ranges.ts";

/** Names of parameters that select a view of a list, not its items. */
export const viewNames =
  /^([_$]?(fields|select|include|exclude|expand|embed|view|format|lang|language|locale|pretty|callback|version|api_?version)|\$count)$/i;

/** Values of filters that select all items. */
export const everyWord = /^(all|any|both|\*)$/i;

/** Names of fields with filters of several members. */
const queryNames = /^\$?(filter_?by|query|queries|criteria|conditions?)$/i;
/** Names of parameters for a selector of labels: "env=prod,tier in (a,b),!old". */
const selectorNames = /^(label|tag)s?_?selector$/i;
/** Descriptions of filters that match a part of a text. */
const partWords = /\b(contain(s|ing)?|substring|partial(ly)?|part of)\b/i;

/**
 * Compiles the filter of a field. Undefined if its meaning is unclear.
 *
 * @param declared path of the filtered value in an item, if `x-state` declares it: "items.sku".
 */
export function compileMatcher(items: FilteredItems, field: RequestField, declared?: string): Matcher | undefined {
  const { contract, item } = items;
  const { name, schema } = field;
  const names = listPropertyNames(contract, item);
  const types = listJsonTypes(contract, schema);
  const declaredPath = declared?.split(".");
  const isOwn = names.has(name);
  const range = isOwn ? undefined : compileRange(contract, item, field, declaredPath);
  if (range) return range;
  const ownPath = declaredPath ?? (isOwn ? resolveMember(items, name) : undefined);
  if (ownPath) return valueMatcher(items, field, ownPath);
  if (isOwn) return undefined;
  if (searchNames.test(name) && types.includes("string")) return searchMatcher(items);
  if (filterMapNames.test(name) || queryNames.test(name)) return (sent) => filterCriterion(items, sent);
  if (viewNames.test(name)) return undefined;
  if (selectorNames.test(name)) return selectorMatcher([...names], name);
  const named = findNamedMember(items, field);
  if (!named) return undefined;
  const { path, relation } = named;
  if (relation === "=") return valueMatcher(items, field, path);
  return (sent) => relationCriterion(path, relation, [splitCommas(sent)].flat() as readonly Json[]);
}

/** The filter of a text such as `equals(status,"open")`, or of an object. Undefined if a part is not understood. */
function filterCriterion(items: FilteredItems, sent: Json): Criterion | undefined {
  const findPath = (name: string): MemberPath | undefined => resolveMember(items, name);
  if (isObject(sent)) return objectCriterion(sent, findPath);
  if (typeof sent === "string") return textCriterion(sent, findPath);
  return undefined;
}

/** The filter of a field by the values that equal the sent one. */
function valueMatcher({ contract, item }: FilteredItems, field: RequestField, path: MemberPath): Matcher {
  const { description = "", name, schema } = field;
  const property = locateSchema(contract, item, path);
  const values = listEnumValues(contract, property);
  const isText = values.length === 0 && listJsonTypes(contract, property).includes("string");
  if (isText && listJsonTypes(contract, schema).join() === "string" && partWords.test(description))
    return createPartMatcher(path);
  const itemsValueOf = createValueTranslation(listEnumValues(contract, schema), values);
  const isListed = path[0] !== name || path.length > 1 || values.length > 0 || /\bcommas?\b/i.test(description);
  // "tags=finance" may be the name of a tag, "tagId=finance" is none.
  const isOfObject =
    foldedName(path[0] ?? "").startsWith(foldedName(name)) && listJsonTypes(contract, schema).includes("string");
  const namePlace = isOfObject ? findNamePlace(contract, item, path) : undefined;
  return (sent) => {
    const meant = itemsValueOf(sent);
    if (meant === undefined) return undefined;
    const wanted = isListed ? splitCommas(meant) : meant;
    const ofKey = equalCriterion(path, wanted);
    if (namePlace) return matchAny([ofKey, equalCriterion(namePlace, wanted)]);
    return ofKey;
  };
}

/**
 * Compiles the values of items that values of a filter stand for: "Active" for "active". Undefined for a value that no
 * item can have, whose meaning is unclear.
 */
function createValueTranslation(
  sentValues: readonly Json[],
  values: readonly Json[],
): (sent: Json) => Json | undefined {
  if (values.length === 0 || sentValues.length === 0) return (sent) => sent;
  const sameValue = (sent: Json): Json | undefined =>
    values.includes(sent) ? sent : values.find((each) => foldedName(String(each)) === foldedName(String(sent)));
  return (sent) => {
    const all = ([splitCommas(sent)].flat() as readonly Json[]).map(sameValue).filter((each) => each !== undefined);
    return all.length === 0 ? undefined : all;
  };
}

function selectorMatcher(names: readonly string[], name: string): Matcher | undefined {
  const stem = foldedName(name).replace(/s?selector$/, "");
  const map = names.find((each) => [stem, `${stem}s`].includes(foldedName(each)));
  if (map === undefined) return undefined;
  return (sent) => textCriterion(String(sent), (label) => [map, label]);
}

/** Search in what the list shows, or the item if it shows keys alone. */
function searchMatcher({ contract, item, listed }: FilteredItems): Matcher | undefined {
  const names = isReference(listed) ? listPropertyNames(contract, item) : listed;
  if (isReference(names)) return undefined;
  return createTextMatcher(names);
}

/** True for items that a list shows by their keys and URLs alone. They have no text to search. */
function isReference(names: ReadonlySet<string>): boolean {
  return [...names].every((name) => /^_?(id|uuid|key|uri|url|href|self|links?)$/i.test(name));
}

/** The values in a text that are separated by commas. */
function splitCommas(sent: Json): Json {
  if (typeof sent === "string" && sent.includes(",")) return sent.split(",").map((each) => each.trim());
  return sent;
}

function listEnumValues(contract: Contract, schema: JsonSchema): Json[] {
  return listSchemaParts(contract, schema).flatMap((part) =>
    Array.isArray(part["enum"]) ? (part["enum"] as Json[]) : [],
  );
}
