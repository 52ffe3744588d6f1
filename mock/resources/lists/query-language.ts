import {
  type Criterion,
  allOf,
  anyOf,
  createPartMatcher,
  edgeCriterion,
  emptyCriterion,
  equalCriterion,
  everyItem,
  noneOf,
  presentCriterion,
} from "./criterion.ts";
import {
  type Json,
  type JsonObject,
  type JsonSchema,
  foldedName,
  isObject,
  membersOf,
  partsOf,
  propertyNamesOf,
} from "../../../contracts/index.ts";
import type { MemberPath } from "../members/member-paths.ts";
import { type FilterRelation, relationNamed } from "./filter-relations.ts";
import { type FilteredItems, findMember } from "./named-member.ts";
import { boundCriterion } from "./ranges.ts";
import { readDescribedEdge } from "./described-edges.ts";

/** Maximum number of members in a map of filters, and of values that each item is compared with in turn. */
const MAX_PARTS = 100;

/** Maximum depth of filters in filters. */
const MAX_DEPTH = 10;

/** Names of members of a condition: `{field: "name", operator: "eq", value: "x"}`. */
const fieldNames = /^(field|column|property|attribute|attributekey|fieldname|propertyname|columnname|key|path)$/;
const operatorNames = /^(op|operator|operation|comparison|comparator|condition|relation|matchtype|filteroperator)$/;
const valueNames = /^(values?|operand)$/;
const joinerNames = /^(queryoperator|logicaloperator|logic|combinator|conjunction|match|join)$/;

/** Words that join filters, of a list or an object. */
const joiners: Readonly<Record<string, "all" | "any" | "none">> = {
  and: "all",
  all: "all",
  allof: "all",
  must: "all",
  filters: "all",
  conditions: "all",
  or: "any",
  any: "any",
  anyof: "any",
  should: "any",
  allor: "any",
  matchany: "any",
  not: "none",
  none: "none",
  mustnot: "none",
};

/** The part of a filter that is read. */
interface Place {
  readonly items: FilteredItems;
  /** Schema of the part. Descriptions of its members can say what they mean. */
  readonly schema: JsonSchema;
  readonly depth: number;
}

/**
 * The filter of an object or a list of such: `{status: "open", total: {gte: 5}}`, `{equal: {name: "x"}, range: {age: {low: 5}}}`,
 * `{or: [{field: "name", operator: "contains", value: "x"}]}`. Undefined if a part of it is not understood.
 */
export function queryCriterion(items: FilteredItems, sent: Json, schema: JsonSchema = true): Criterion | undefined {
  return readFilter({ items, schema, depth: 0 }, sent);
}

/** The values of a body with the word that joins a list of filters beside it: `match: "any"` beside `filters: […]`. */
export function withJoiners(values: JsonObject, isFilter: (name: string) => boolean): JsonObject {
  const word = findWord(values, joinerNames);
  const entries = Object.entries(values);
  const isJoined = entries.some(([name, value]) => Array.isArray(value) && isFilter(name));
  if (word === undefined || joiners[foldedName(word)] === undefined || !isJoined) return values;
  const others = entries.filter(([name]) => !joinerNames.test(foldedName(name)));
  return Object.fromEntries(
    others.map(([name, value]) => [name, Array.isArray(value) && isFilter(name) ? { [word]: value } : value]),
  );
}

function readFilter(place: Place, sent: Json): Criterion | undefined {
  if (place.depth > MAX_DEPTH) return undefined;
  if (Array.isArray(sent)) return joinConditions(place, sent);
  if (!isObject(sent)) return undefined;
  return readCondition(place, sent) ?? readMembers(place, sent);
}

/** The filters of a list. A word in them says if all or any must match. */
function joinConditions(place: Place, sent: readonly Json[]): Criterion | undefined {
  if (sent.length > MAX_PARTS) return undefined;
  if (sent.length === 0) return everyItem;
  const words = sent.slice(0, -1).map((each) => (isObject(each) ? findWord(each, joinerNames) : undefined));
  const kinds = new Set(words.map((word) => (word === undefined ? "all" : joiners[foldedName(word)])));
  if (kinds.size > 1) return undefined;
  const inner = enter(place, "items");
  return join(
    [...kinds][0] ?? "all",
    sent.map((each) => readFilter(inner, each)),
  );
}

function join(kind: "all" | "any" | "none" | undefined, criteria: (Criterion | undefined)[]): Criterion | undefined {
  if (kind === "all") return criteria.length === 0 ? everyItem : allOf(criteria);
  if (kind === "any") return criteria.length === 0 ? everyItem : anyOf(criteria);
  return kind === "none" ? noneOf(anyOf(criteria)) : undefined;
}

/** The filter that names its member, relation and value each in a member of its own. */
function readCondition({ items }: Place, sent: JsonObject): Criterion | undefined {
  const names = Object.keys(sent);
  const field = findWord(sent, fieldNames);
  const value = names.find((name) => valueNames.test(foldedName(name)));
  const word = findWord(sent, operatorNames);
  const path = field === undefined ? undefined : findPath(items, field);
  const relation = word === undefined ? "=" : relationNamed(word);
  const isOther = names.every((name) => propertyNamesOf(items.contract, items.item).has(name));
  if (!path || relation === undefined || isOther) return undefined;
  if (value === undefined)
    return /^(present|absent)$/.test(relation) ? relationCriterion(path, relation, true) : undefined;
  return relationCriterion(path, relation, sent[value] ?? null);
}

/** The filter whose members are those of items, relations, or words that join others. */
function readMembers(place: Place, sent: JsonObject): Criterion | undefined {
  const entries = Object.entries(sent);
  if (entries.length > MAX_PARTS) return undefined;
  const criteria: (Criterion | undefined)[] = [];
  let kind: "all" | "any" | "none" | undefined = "all";
  for (const [name, value] of entries) {
    const path = findMember(place.items, name);
    const joiner = joiners[foldedName(name)];
    if (!path && joiner !== undefined && typeof value === "boolean") kind = value ? joiner : kind;
    else if (!path && isJoinerName(name)) kind = joiners[foldedName(String(value))];
    else if (path) criteria.push(readValue(place, path, value));
    else if (joiner !== undefined) criteria.push(readJoined(enter(place, name), joiner, value));
    else criteria.push(readRelation(place, name, value) ?? readOpenMember(place, name, value));
  }
  return join(kind, criteria);
}

/** True for "logic" and "operator", whose value is a word such as "and". */
function isJoinerName(name: string): boolean {
  return joinerNames.test(foldedName(name)) || operatorNames.test(foldedName(name));
}

/** The filters that a word joins: `or: [{name: "x"}, {size: 5}]`, `or: {name: "x", size: 5}`. */
function readJoined(place: Place, kind: "all" | "any" | "none", value: Json): Criterion | undefined {
  const deeper = { ...place, depth: place.depth + 1 };
  if (Array.isArray(value) && value.length <= MAX_PARTS) {
    const inner = enter(place, "items");
    return join(
      kind,
      value.map((each) => readFilter(inner, each)),
    );
  }
  if (!isObject(value) || Object.keys(value).length > MAX_PARTS) return undefined;
  const condition = readCondition(place, value);
  if (condition) return join(kind, [condition]);
  const parts = Object.entries(value).map(([name, part]) => readFilter(deeper, { [name]: part }));
  return join(kind, parts);
}

/** The filter of a member by a value, or by relations: `{gte: 5}`. */
function readValue(place: Place, path: MemberPath, value: Json): Criterion | undefined {
  if (!isObject(value)) return equalCriterion(path, value);
  const criteria = Object.entries(value).map(([word, operand]) => {
    const relation = relationNamed(word);
    return relation && relationCriterion(path, relation, listIn(operand));
  });
  return allOf(criteria);
}

/** The filter of several members by one relation: `equal: {name: "x"}`, `range: {age: {low: 5}}`, `empty: ["name"]`. */
function readRelation({ items, schema }: Place, name: string, value: Json): Criterion | undefined {
  const relation = relationNamed(name) ?? readDescribedEdge(findDescription(items, schema, name));
  if (relation === undefined) return undefined;
  const operands = Object.entries(isObject(value) ? value : readNames(relation, value));
  if (operands.length === 0) return isObject(value) ? everyItem : undefined;
  if (operands.length > MAX_PARTS) return undefined;
  return allOf(
    operands.map(([member, operand]) => {
      const path = findPath(items, member);
      return path && relationCriterion(path, relation, operand);
    }),
  );
}

/** The members that are named where a relation needs no operand: `empty: ["name"]`. */
function readNames(relation: FilterRelation, value: Json): JsonObject {
  if (relation !== "present" && relation !== "absent") return {};
  const names = [value].flat().filter((each) => typeof each === "string");
  return Object.fromEntries(names.map((name) => [name, true]));
}

/** The filter by a member that the schema of items does not name. */
function readOpenMember(place: Place, name: string, value: Json): Criterion | undefined {
  const path = findPath(place.items, name);
  return path && readValue(place, path, value);
}

function enter({ items, schema, depth }: Place, name: string): Place {
  return { items, schema: { allOf: membersOf(items.contract, schema, name) }, depth: depth + 1 };
}

function findDescription({ contract }: FilteredItems, schema: JsonSchema, name: string): string {
  const parts = membersOf(contract, schema, name).flatMap((member) => partsOf(contract, member));
  return parts.map(({ description }) => String(description ?? "")).join(" ");
}

function findWord(sent: JsonObject, names: RegExp): string | undefined {
  const name = Object.keys(sent).find((each) => names.test(foldedName(each)));
  const word = name === undefined ? undefined : sent[name];
  return typeof word === "string" ? word : undefined;
}

/** The member with a name: any one, if the schema of items names none. */
function findPath(items: FilteredItems, name: string): MemberPath | undefined {
  return findMember(items, name) ?? (items.isOpen ? [name] : undefined);
}

/** The filter of items with a member that has a relation to one of the sent values. */
export function relationCriterion(path: MemberPath, relation: FilterRelation, sent: Json): Criterion | undefined {
  const values = [sent].flat() as readonly Json[];
  const [first = null] = values;
  if (relation === "=") return equalCriterion(path, values);
  if (relation === "!=") return noneOf(equalCriterion(path, values));
  if (values.length > MAX_PARTS) return undefined;
  const isOff = String(first) === "false";
  switch (relation) {
    case "contains":
      return anyOf(values.map(createPartMatcher(path)));
    case "lacks":
      return noneOf(anyOf(values.map(createPartMatcher(path))));
    case "starts":
    case "ends":
      return anyOf(values.map((each) => edgeCriterion(path, relation, each)));
    case "present":
      return isOff ? noneOf(presentCriterion(path)) : presentCriterion(path);
    case "absent":
      return isOff ? noneOf(emptyCriterion(path)) : emptyCriterion(path);
    case "between":
      return rangeCriterion(path, sent);
    default:
      return values.length === 1 ? boundCriterion(path, relation, first) : undefined;
  }
}

const lowNames = /^(low|lower|from|min|minimum|start|gte|ge|after|since)$/;
const highNames = /^(high|upper|to|max|maximum|end|lte|le|before|until)$/;

/** The filter between two bounds: `{low: 1, high: 5}`, `{from: "2026-01-01"}`, `[1, 5]`. */
function rangeCriterion(path: MemberPath, sent: Json): Criterion | undefined {
  const bounds = Array.isArray(sent) && sent.length === 2 ? { low: sent[0] as Json, high: sent[1] as Json } : sent;
  if (!isObject(bounds)) return undefined;
  const sides = Object.entries(bounds).filter(([, bound]) => bound !== null);
  return allOf(
    sides.map(([name, bound]) => {
      if (lowNames.test(foldedName(name))) return boundCriterion(path, ">=", bound);
      return highNames.test(foldedName(name)) ? boundCriterion(path, "<=", bound) : undefined;
    }),
  );
}

/** The values in a text that are separated by commas. */
export function listIn(sent: Json): Json {
  return typeof sent === "string" && sent.includes(",") ? sent.split(",").map((each) => each.trim()) : sent;
}
