import type { Json, JsonObject, JsonSchema } from "../../model/json.ts";
import type { Contract } from "../../model/contract.ts";
import { oncePer } from "../../model/once-per.ts";
import { type UnionKeyword, partsOf, schemas, unionKeywords } from "../../schema/schema.ts";
import { define, isObject } from "../../model/shapes.ts";
import { meantBranches } from "../../schema/union.ts";
import type { Direction } from "../../schema/validator.ts";
import { lenientPattern } from "../patterns/pattern.ts";

/** Node in the tree of members and items that schemas document. Child nodes are created on first use. */
interface ProjectionNode {
  readonly schemas: readonly JsonSchema[];
  readonly parts: readonly JsonObject[];
  /**
   * For schemas with unions: cached nodes with only the union branches that match a value, by a key of these branches.
   */
  readonly reduced?: Map<string, ProjectionNode>;
  /** True if the schemas document no members. Then all members are kept. */
  readonly isOpen: boolean;
  /** Nodes of documented members by name; null if a member is dropped. */
  readonly members: Map<string, ProjectionNode | null>;
  /** Number of leading items with schemas of their own. */
  readonly prefix: number;
  /** Nodes of array items by index. */
  readonly items: Map<number, ProjectionNode>;
}

const projectorsOf = oncePer((contract: Contract) => ({
  request: createProjector(contract, "readOnly"),
  response: createProjector(contract, "writeOnly"),
}));

/**
 * Reduces a value to its documented parts: an object keeps documented members, and all if the schema describes
 * additional ones (`additionalProperties`) or documents none. Members that only the other side sends are dropped:
 * readOnly in a request, writeOnly in a response. Union branches that the value does not mean are ignored. A value that
 * loses nothing is returned as the same object.
 */
export function project(contract: Contract, schema: JsonSchema, value: Json, direction: Direction): Json {
  return typeof schema === "boolean" ? value : projectorsOf(contract)[direction](schema, value);
}

/** Creates the reduction of values for one side, which drops the members with a mark. */
function createProjector(contract: Contract, absent: "readOnly" | "writeOnly") {
  const rootOf = oncePer((schema: JsonObject) => createNode(contract, [schema]));
  return (schema: JsonObject, value: Json): Json => visit(rootOf(schema), value);

  function visit(unreduced: ProjectionNode, node: Json): Json {
    if (typeof node !== "object" || node === null || unreduced.parts.length === 0) return node;
    const reducedNow = reducedNode(contract, unreduced, node);
    return Array.isArray(node) ? visitItems(reducedNow, node) : visitMembers(reducedNow, node as JsonObject);
  }

  function visitItems(place: ProjectionNode, node: readonly Json[]): Json {
    let result: Json[] | undefined;
    for (let index = 0; index < node.length; index++) {
      const item = node[index] as Json;
      const projected = visit(itemNode(place, index), item);
      if (projected !== item) (result ??= [...node])[index] = projected;
    }
    return result ?? node;
  }

  function visitMembers(place: ProjectionNode, node: JsonObject): Json {
    let result: Record<string, Json> | undefined;
    for (const name in node) {
      const item = node[name] as Json;
      const member = memberNode(place, name);
      const projected = member === null ? undefined : visit(member, item);
      if (projected !== item) result ??= copyBefore(node, name);
      if (result && projected !== undefined) define(result, name, projected);
    }
    return result ?? node;
  }

  function itemNode(place: ProjectionNode, index: number): ProjectionNode {
    const at = Math.min(index, place.prefix);
    let item = place.items.get(at);
    if (!item) place.items.set(at, (item = createNode(contract, itemSchemas(place.parts, at))));
    return item;
  }

  function memberNode(place: ProjectionNode, name: string): ProjectionNode | null {
    const cached = place.members.get(name);
    if (cached !== undefined) return cached;
    const namedMembers = place.parts.flatMap((part) => namedSchemas(part, name));
    const memberSchemas = namedMembers.length > 0 ? namedMembers : place.parts.flatMap(additionalSchemas);
    const isShown = (memberSchemas.length > 0 || place.isOpen) && !namedMembers.some(isAbsent);
    const member = isShown ? createNode(contract, memberSchemas) : null;
    if (
      namedMembers.length > 0 &&
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

function createNode(contract: Contract, all: readonly JsonSchema[]): ProjectionNode {
  const parts = partsFor(contract, all);
  const hasAlternatives = parts.some((part) => unionKeywords.some((keyword) => part[keyword] !== undefined));
  return { ...nodeWithParts(all, parts), ...(hasAlternatives && { reduced: new Map<string, ProjectionNode>() }) };
}

function nodeWithParts(all: readonly JsonSchema[], parts: readonly JsonObject[]): ProjectionNode {
  const isOpen = !parts.some((part) => isObject(part["properties"]) || isObject(part["patternProperties"]));
  const prefix = Math.max(0, ...parts.map((part) => schemas(part["prefixItems"]).length));
  return { schemas: all, parts, isOpen, members: new Map(), prefix, items: new Map() };
}

/** Node with only the union branches that can match a value. */
function reducedNode(contract: Contract, place: ProjectionNode, value: Json): ProjectionNode {
  if (!place.reduced) return place;
  const parts = new Set(partsFor(contract, place.schemas, value));
  const key = place.parts.map((part) => (parts.has(part) ? "1" : "0")).join("");
  let reduced = place.reduced.get(key);
  if (!reduced) place.reduced.set(key, (reduced = nodeWithParts(place.schemas, [...parts])));
  return reduced;
}

/** Copy of the members of an object that come before one of them. */
function copyBefore(node: JsonObject, end: string): Record<string, Json> {
  const copy: Record<string, Json> = {};
  for (const name in node) {
    if (name === end) break;
    define(copy, name, node[name] as Json);
  }
  return copy;
}

/**
 * Parts that apply to the same value, conditional ones included. Of union branches, those that a given value can mean.
 */
function partsFor(contract: Contract, all: readonly JsonSchema[], value?: Json): JsonObject[] {
  const parts = new Set(all.flatMap(partsBelow));
  for (const part of parts) {
    const conditional = schemas([part["if"], part["then"], part["else"]].filter((branch) => branch !== undefined));
    const dependent = isObject(part["dependentSchemas"]) ? schemas(Object.values(part["dependentSchemas"])) : [];
    for (const branch of [...conditional, ...dependent]) for (const inner of partsBelow(branch)) parts.add(inner);
  }
  return [...parts];

  function partsBelow(schema: JsonSchema): readonly JsonObject[] {
    if (value === undefined) return partsOf(contract, schema);
    return partsOf(contract, schema, (union, keyword) => branchesMeantBy(union, keyword, value));
  }

  function branchesMeantBy(union: JsonObject, keyword: UnionKeyword, meaning: Json): readonly JsonSchema[] {
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

/** Schemas of a member by its name. */
function namedSchemas(part: JsonObject, name: string): JsonSchema[] {
  const { properties, patternProperties } = part;
  const own: JsonSchema[] =
    isObject(properties) && Object.hasOwn(properties, name) ? [properties[name] as JsonSchema] : [];
  // A required name is documented, even without a schema.
  if (own.length === 0 && (part["required"] as readonly string[] | undefined)?.includes(name)) own.push(true);
  const patterns = isObject(patternProperties) ? Object.entries(patternProperties) : [];
  return [
    ...own,
    ...patterns.filter(([pattern]) => lenientPattern(pattern).test(name)).map(([, inner]) => inner as JsonSchema),
  ];
}

/** Schemas of additional members. */
function additionalSchemas(part: JsonObject): JsonSchema[] {
  return [part["additionalProperties"], part["unevaluatedProperties"]].filter(
    (more): more is JsonObject | true => more === true || isObject(more),
  );
}
