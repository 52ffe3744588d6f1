import type { Json, JsonObject, JsonSchema } from "../model/json.ts";
import type { Contract } from "../model/contract.ts";
import { type UnionKeyword, partsOf, schemas, unionKeywords } from "../schema/schema.ts";
import { define, isObject } from "../model/shapes.ts";
import { meantBranches } from "../schema/union.ts";
import type { Direction } from "../schema/validator.ts";
import { lenient } from "./patterns/pattern.ts";

/** What a schema has a place for, worked out when a value first gets there. */
interface Place {
  readonly schemas: readonly JsonSchema[];
  readonly parts: readonly JsonObject[];
  /** Where there are alternatives: the places that are left of this one, by the parts that a value means. */
  readonly meant?: Map<string, Place>;
  /** Whether it says nothing of members: then all have a place. */
  readonly isOpen: boolean;
  /** By name; null where there is no place. Only documented names are kept: of others there is no end. */
  readonly members: Map<string, Place | null>;
  /** By index. */
  readonly items: Map<number, Place>;
}

const known = new WeakMap<Contract, Readonly<Record<Direction, WeakMap<JsonObject, Place>>>>();

/**
 * What of a value a schema has a place for: an object keeps the members that are named, and all
 * where the schema invites more (`additionalProperties`) or names none. What only the other side
 * sends is dropped: readOnly from a request, writeOnly from a response. An alternative that the value
 * does not mean has no say. A value of which nothing is dropped is answered as it is.
 */
export function project(contract: Contract, schema: JsonSchema, value: Json, direction: Direction): Json {
  if (typeof schema === "boolean") return value;
  const absent = direction === "request" ? "readOnly" : "writeOnly";
  const places = placesOf(contract, direction);
  let root = places.get(schema);
  if (!root) places.set(schema, (root = placeOf(contract, [schema])));
  return visit(root, value);

  function visit(open: Place, node: Json): Json {
    if (typeof node !== "object" || node === null || open.parts.length === 0) return node;
    const place = meantPlace(contract, open, node);
    return Array.isArray(node) ? visitItems(place, node) : visitMembers(place, node as JsonObject);
  }

  function visitItems(place: Place, node: readonly Json[]): Json {
    let result: Json[] | undefined;
    node.forEach((item, index) => {
      const shown = visit(itemPlace(place, index), item);
      if (shown !== item) (result ??= [...node])[index] = shown;
    });
    return result ?? node;
  }

  function visitMembers(place: Place, node: JsonObject): Json {
    let result: Record<string, Json> | undefined;
    const names = Object.keys(node);
    names.forEach((name, index) => {
      const item = node[name] as Json;
      const member = memberPlace(place, name);
      const shown = member === null ? undefined : visit(member, item);
      if (shown !== item) result ??= copyOf(node, names.slice(0, index));
      if (result && shown !== undefined) define(result, name, shown);
    });
    return result ?? node;
  }

  function itemPlace(place: Place, index: number): Place {
    const last = place.parts.reduce((most, part) => Math.max(most, schemas(part["prefixItems"]).length), 0);
    const at = Math.min(index, last);
    let item = place.items.get(at);
    if (!item) place.items.set(at, (item = placeOf(contract, itemSchemas(place.parts, at))));
    return item;
  }

  function memberPlace(place: Place, name: string): Place | null {
    const kept = place.members.get(name);
    if (kept !== undefined) return kept;
    const named = place.parts.flatMap((part) => namedSchemas(part, name));
    const all = named.length > 0 ? named : place.parts.flatMap(invited);
    const isShown = (all.length > 0 || place.isOpen) && !named.some(isAbsent);
    const member = isShown ? placeOf(contract, all) : null;
    if (
      named.length > 0 &&
      place.parts.some((part) => isObject(part["properties"]) && Object.hasOwn(part["properties"], name))
    ) {
      place.members.set(name, member);
    }
    return member;
  }

  function isAbsent(member: JsonSchema): boolean {
    return partsOf(contract, member).some((part) => part[absent] === true);
  }
}

function placesOf(contract: Contract, direction: Direction): WeakMap<JsonObject, Place> {
  let places = known.get(contract);
  if (!places) known.set(contract, (places = { request: new WeakMap(), response: new WeakMap() }));
  return places[direction];
}

function placeOf(contract: Contract, all: readonly JsonSchema[]): Place {
  const parts = partsFor(contract, all);
  const hasAlternatives = parts.some((part) => unionKeywords.some((keyword) => part[keyword] !== undefined));
  return { ...placeWith(all, parts), ...(hasAlternatives && { meant: new Map<string, Place>() }) };
}

function placeWith(all: readonly JsonSchema[], parts: readonly JsonObject[]): Place {
  const isOpen = !parts.some((part) => isObject(part["properties"]) || isObject(part["patternProperties"]));
  return { schemas: all, parts, isOpen, members: new Map(), items: new Map() };
}

/** A place with the alternatives only that a value can mean. */
function meantPlace(contract: Contract, place: Place, value: Json): Place {
  if (!place.meant) return place;
  const parts = new Set(partsFor(contract, place.schemas, value));
  const key = place.parts.map((part) => (parts.has(part) ? "1" : "0")).join("");
  let meant = place.meant.get(key);
  if (!meant) place.meant.set(key, (meant = placeWith(place.schemas, [...parts])));
  return meant;
}

function copyOf(node: JsonObject, names: readonly string[]): Record<string, Json> {
  const copy: Record<string, Json> = {};
  for (const name of names) define(copy, name, node[name] as Json);
  return copy;
}

/** Every part that judges the same value, whatever it depends on; of alternatives, those that a given value can mean. */
function partsFor(contract: Contract, all: readonly JsonSchema[], value?: Json): JsonObject[] {
  const parts = new Set(all.flatMap(partsBelow));
  for (const part of parts) {
    const conditional = schemas([part["if"], part["then"], part["else"]].filter((branch) => branch !== undefined));
    const dependent = isObject(part["dependentSchemas"]) ? schemas(Object.values(part["dependentSchemas"])) : [];
    for (const branch of [...conditional, ...dependent]) for (const inner of partsBelow(branch)) parts.add(inner);
  }
  return [...parts];

  function partsBelow(schema: JsonSchema): JsonObject[] {
    if (value === undefined) return partsOf(contract, schema);
    return partsOf(contract, schema, (union, keyword) => meantOf(union, keyword, value));
  }

  function meantOf(union: JsonObject, keyword: UnionKeyword, meaning: Json): readonly JsonSchema[] {
    const branches = schemas(union[keyword]);
    return meantBranches(contract, union, keyword, meaning).map((index) => branches[index] as JsonSchema);
  }
}

function itemSchemas(parts: readonly JsonObject[], index: number): JsonSchema[] {
  return parts.flatMap((part) => {
    const prefix = schemas(part["prefixItems"]);
    return index < prefix.length ? [prefix[index] as JsonSchema] : schemas([part["items"] ?? []]);
  });
}

/** What a part says of a member by its name. */
function namedSchemas(part: JsonObject, name: string): JsonSchema[] {
  const { properties, patternProperties } = part;
  const own: JsonSchema[] =
    isObject(properties) && Object.hasOwn(properties, name) ? [properties[name] as JsonSchema] : [];
  // A name that must be there has a place, even where nothing more is said of it.
  if (own.length === 0 && (part["required"] as readonly string[] | undefined)?.includes(name)) own.push(true);
  const patterns = isObject(patternProperties) ? Object.entries(patternProperties) : [];
  return [
    ...own,
    ...patterns.filter(([pattern]) => lenient(pattern).test(name)).map(([, inner]) => inner as JsonSchema),
  ];
}

/** What a part says of members that are not named. */
function invited(part: JsonObject): JsonSchema[] {
  return [part["additionalProperties"], part["unevaluatedProperties"]].filter(
    (more): more is JsonObject | true => more === true || isObject(more),
  );
}
