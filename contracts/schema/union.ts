import type { Json, JsonObject, JsonSchema } from "../model/json.ts";
import { isDeepStrictEqual } from "node:util";
import type { Contract } from "../model/contract.ts";
import {
  type UnionKeyword,
  listMemberSchemas,
  listSchemaParts,
  listPropertyNames,
  schemas,
  resolveTarget,
  getJsonType,
  listJsonTypes,
  unionKeywords,
} from "./schema.ts";
import { isObject } from "../model/shapes.ts";

/**
 * Indexes of the union branches that a value can match: those with a matching discriminator, type, constants and enums,
 * or else those with a constant that the value also has. Returns all indexes if no branch differs in these.
 */
export function meantBranches(contract: Contract, union: JsonObject, keyword: UnionKeyword, value: Json): number[] {
  const branches = schemas(union[keyword]);
  const tag = isObject(union["discriminator"]) ? union["discriminator"]["propertyName"] : undefined;
  const agrees = (branch: JsonSchema, looksAt = everyName, maxValues = Infinity): boolean =>
    constantsAllow(contract, branch, value, looksAt, maxValues);
  const tagged = filterIfAny(
    [...branches.keys()],
    (branch) => tag === undefined || agrees(branch, (name) => name === tag),
  );
  const typed = filterIfAny(tagged, (branch) => acceptsType(contract, branch, value));
  const agreed = typed.filter((index) => agrees(branches[index] as JsonSchema));
  if (agreed.length > 0) return agreed;
  return filterIfAny(typed, (branch) => agrees(branch, everyName, 1) && sharesConstant(contract, branch, value));

  /** Filters branches; returns all if none passes. */
  function filterIfAny(indices: number[], passes: (branch: JsonSchema) => boolean): number[] {
    const passing = indices.length > 1 ? indices.filter((index) => passes(branches[index] as JsonSchema)) : [];
    return passing.length > 0 ? passing : indices;
  }
}

/**
 * Index of the union branch that a value most likely represents: the possible branch that defines most of its members.
 */
export function likeliestBranch(contract: Contract, union: JsonObject, keyword: UnionKeyword, value: Json): number {
  const [first = 0, ...others] = meantBranches(contract, union, keyword, value);
  if (others.length === 0) return first;
  const branches = schemas(union[keyword]);
  return [first, ...others]
    .map((index) => ({ index, ...similarity(contract, branches[index] as JsonSchema, value) }))
    .reduce((best, one) =>
      one.known > best.known || (one.known === best.known && one.missing < best.missing) ? one : best,
    ).index;
}

/** Checks a value against the type, constants and enums of a schema, and of its members. */
export function canBeValid(contract: Contract, schema: JsonSchema, value: Json): boolean {
  return acceptsType(contract, schema, value) && constantsAllow(contract, schema, value, everyName, Infinity);
}

/**
 * Number of members that a schema defines by name and type, and number of missing required ones. A list is as similar
 * as its first item.
 */
function similarity(contract: Contract, schema: JsonSchema, value: Json): { known: number; missing: number } {
  if (Array.isArray(value) && value.length > 0) {
    const [item = null] = value as readonly Json[];
    const items: JsonSchema = { allOf: listMemberSchemas(contract, schema, "items") };
    if (acceptsType(contract, items, item)) return similarity(contract, items, item);
    return { known: -1, missing: 0 };
  }
  if (!isObject(value)) return { known: 0, missing: 0 };
  const names = listPropertyNames(contract, schema);
  const known = Object.entries(value).filter(
    ([name, item]) =>
      names.has(name) && acceptsType(contract, { allOf: listMemberSchemas(contract, schema, name) }, item),
  );
  const required = listSchemaParts(contract, schema).flatMap((part) => (part["required"] ?? []) as readonly string[]);
  return { known: known.length, missing: required.filter((name) => !Object.hasOwn(value, name)).length };
}

function acceptsType(contract: Contract, schema: JsonSchema, value: Json): boolean {
  const types = listJsonTypes(contract, schema);
  const type = getJsonType(value);
  return types.includes(type) || (type === "integer" && types.includes("number"));
}

/** Checks that a value has a member with the only value that the schema allows for it. */
function sharesConstant(contract: Contract, schema: JsonSchema, value: Json): boolean {
  return (
    isObject(value) &&
    Object.entries(value).some(([name, item]) =>
      listSchemaParts(contract, { allOf: listMemberSchemas(contract, schema, name) }).some((part) => {
        const only = readListedValues(part);
        return only?.length === 1 && isDeepStrictEqual(only[0], item);
      }),
    )
  );
}

/** Values that a schema's own `const` or `enum` allows. */
function readListedValues(schema: JsonObject): readonly Json[] | undefined {
  const only = schema["const"] === undefined ? schema["enum"] : [schema["const"]];
  return Array.isArray(only) ? only : undefined;
}

const everyName: (name: string) => boolean = () => true;
const noName: (name: string) => boolean = () => false;

/**
 * Checks that no constant, and no enum with at most `maxValues` values, contradicts a value or its members with matching
 * names.
 */
function constantsAllow(
  contract: Contract,
  schema: JsonSchema,
  value: Json,
  includesName: (name: string) => boolean,
  maxValues: number,
  entered: readonly JsonObject[] = [],
): boolean {
  // A recursive schema adds nothing.
  if (typeof schema === "boolean" || entered.includes(schema)) return schema !== false;
  const inside = [...entered, schema];
  const allowsConstant = (part: JsonSchema): boolean =>
    constantsAllow(contract, part, value, includesName, maxValues, inside);
  const only = readListedValues(schema);
  if (only && only.length <= maxValues && !only.some((one) => isDeepStrictEqual(one, value))) return false;
  const { properties } = schema;
  const members = isObject(value) && isObject(properties) ? Object.entries(value) : [];
  return (
    members.every(
      ([name, item]) =>
        !includesName(name) ||
        !Object.hasOwn(properties as JsonObject, name) ||
        constantsAllow(contract, (properties as JsonObject)[name] as JsonSchema, item, noName, maxValues),
    ) &&
    (typeof schema["$ref"] !== "string" || allowsConstant(resolveTarget(contract, schema["$ref"]))) &&
    schemas(schema["allOf"]).every(allowsConstant) &&
    unionKeywords.every((keyword) => {
      const branches = schemas(schema[keyword]);
      return branches.length === 0 || branches.some(allowsConstant);
    })
  );
}
