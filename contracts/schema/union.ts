import type { Json, JsonObject, JsonSchema } from "../model/json.ts";
import { isDeepStrictEqual } from "node:util";
import type { Contract } from "../model/contract.ts";
import {
  type UnionKeyword,
  membersOf,
  partsOf,
  propertyNamesOf,
  schemas,
  targetOf,
  typeOf,
  typesOf,
  unionKeywords,
} from "./schema.ts";
import { isObject } from "../model/shapes.ts";

/**
 * The branches of a union that a value can mean, by their index: those whose discriminator, type, constants
 * and enums it does not contradict; else those of which it has a constant. All where nothing tells.
 */
export function meantBranches(contract: Contract, union: JsonObject, keyword: UnionKeyword, value: Json): number[] {
  const branches = schemas(union[keyword]);
  const tag = isObject(union["discriminator"]) ? union["discriminator"]["propertyName"] : undefined;
  const agrees = (branch: JsonSchema, looksAt = everyName, most = Infinity): boolean =>
    allows(contract, branch, value, looksAt, most);
  const tagged = narrowed(
    [...branches.keys()],
    (branch) => tag === undefined || agrees(branch, (name) => name === tag),
  );
  const typed = narrowed(tagged, (branch) => acceptsType(contract, branch, value));
  const agreed = typed.filter((index) => agrees(branches[index] as JsonSchema));
  if (agreed.length > 0) return agreed;
  return narrowed(typed, (branch) => agrees(branch, everyName, 1) && sharesConstant(contract, branch, value));

  /** Those that pass; all where none does. */
  function narrowed(indices: number[], passes: (branch: JsonSchema) => boolean): number[] {
    const passing = indices.length > 1 ? indices.filter((index) => passes(branches[index] as JsonSchema)) : [];
    return passing.length > 0 ? passing : indices;
  }
}

/** The branch that a value most likely means, by its index: of those it can mean, the one that knows most of it. */
export function likeliestBranch(contract: Contract, union: JsonObject, keyword: UnionKeyword, value: Json): number {
  const [first = 0, ...others] = meantBranches(contract, union, keyword, value);
  if (others.length === 0) return first;
  const branches = schemas(union[keyword]);
  return [first, ...others]
    .map((index) => ({ index, ...likeness(contract, branches[index] as JsonSchema, value) }))
    .reduce((best, one) =>
      one.known > best.known || (one.known === best.known && one.missing < best.missing) ? one : best,
    ).index;
}

/** Whether a value can fit a schema by its type, its constants and its enums, and those of its members. */
export function canFit(contract: Contract, schema: JsonSchema, value: Json): boolean {
  return acceptsType(contract, schema, value) && allows(contract, schema, value, everyName, Infinity);
}

/** How many members of a value a schema knows by name and type, and how many that it requires are missing. */
function likeness(contract: Contract, schema: JsonSchema, value: Json): { known: number; missing: number } {
  if (!isObject(value)) return { known: 0, missing: 0 };
  const names = propertyNamesOf(contract, schema);
  const known = Object.entries(value).filter(
    ([name, item]) => names.has(name) && acceptsType(contract, { allOf: membersOf(contract, schema, name) }, item),
  );
  const required = partsOf(contract, schema).flatMap((part) => (part["required"] ?? []) as readonly string[]);
  return { known: known.length, missing: required.filter((name) => !Object.hasOwn(value, name)).length };
}

function acceptsType(contract: Contract, schema: JsonSchema, value: Json): boolean {
  const types = typesOf(contract, schema);
  const type = typeOf(value);
  return types.includes(type) || (type === "integer" && types.includes("number"));
}

/** Whether a value has a member of the one value that a schema gives it. */
function sharesConstant(contract: Contract, schema: JsonSchema, value: Json): boolean {
  return (
    isObject(value) &&
    Object.entries(value).some(([name, item]) =>
      partsOf(contract, { allOf: membersOf(contract, schema, name) }).some((part) => {
        const only = allowedBy(part);
        return only?.length === 1 && isDeepStrictEqual(only[0], item);
      }),
    )
  );
}

/** The only values that a schema's own constant or enum leaves. */
function allowedBy(schema: JsonObject): readonly Json[] | undefined {
  const only = schema["const"] === undefined ? schema["enum"] : [schema["const"]];
  return Array.isArray(only) ? only : undefined;
}

const everyName: (name: string) => boolean = () => true;
const noName: (name: string) => boolean = () => false;

/** Whether no constant, or enum of at most so many values, speaks against a value or its members of some names. */
function allows(
  contract: Contract,
  schema: JsonSchema,
  value: Json,
  looksAt: (name: string) => boolean,
  most: number,
  entered: readonly JsonObject[] = [],
): boolean {
  // A schema that leads back to itself says nothing new.
  if (typeof schema === "boolean" || entered.includes(schema)) return schema !== false;
  const inside = [...entered, schema];
  const follow = (part: JsonSchema): boolean => allows(contract, part, value, looksAt, most, inside);
  const only = allowedBy(schema);
  if (only && only.length <= most && !only.some((one) => isDeepStrictEqual(one, value))) return false;
  const { properties } = schema;
  const members = isObject(value) && isObject(properties) ? Object.entries(value) : [];
  return (
    members.every(
      ([name, item]) =>
        !looksAt(name) ||
        !Object.hasOwn(properties as JsonObject, name) ||
        allows(contract, (properties as JsonObject)[name] as JsonSchema, item, noName, most),
    ) &&
    (typeof schema["$ref"] !== "string" || follow(targetOf(contract, schema["$ref"]))) &&
    schemas(schema["allOf"]).every(follow) &&
    unionKeywords.every((keyword) => {
      const branches = schemas(schema[keyword]);
      return branches.length === 0 || branches.some(follow);
    })
  );
}
