import type { Json, JsonObject, JsonSchema } from "../model/json.ts";
import type { Contract } from "../model/contract.ts";
import { isDiscriminated } from "./ajv.ts";
import { keywords } from "./keywords.ts";
import { isObject } from "../model/shapes.ts";
import { type IsAbsent, createBranchesFor } from "./branches-for.ts";
import { schemas, targetOf } from "./schema.ts";

/** More than any value a person would look at needs. */
const MOST_NODES = 20_000;

/** More branches of a union than these, all of which may take a value, are not looked at. */
const MOST_BRANCHES = 200;

/** What of a schema's members speaks of the same value. */
const sameValue = new Set(["not", "if", "then", "else"]);
const sameValueLists = new Set(["allOf", "anyOf", "oneOf"]);
const unions = new Set(["anyOf", "oneOf"]);
const itemSchemas = new Set(["items", "contains", "unevaluatedItems"]);
const memberSchemas = new Set(["additionalProperties", "unevaluatedProperties"]);

/**
 * A schema without any `$ref` that judges a value as some schemas of a contract together do: of them, only what the
 * value touches. A property that it does not have, and an item of a list that is empty, are left out with all that
 * lies below. Undefined where that is more than can be looked at.
 */
export function sliceFor(
  contract: Contract,
  whole: readonly JsonSchema[],
  value: Json,
  isAbsent: IsAbsent,
): JsonSchema | undefined {
  const branchesFor = createBranchesFor(contract, isAbsent);
  let count = 0;
  try {
    return { allOf: whole.map((schema) => slice(schema, [value])) };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }

  /** The part of a schema that any of the values touches. */
  function slice(schema: JsonSchema, values: readonly Json[]): JsonSchema {
    if (typeof schema === "boolean") return schema;
    if (values.length === 0) return true;
    if (++count > MOST_NODES) throw new RangeError("too large to be looked at");
    const result: Record<string, Json> = {};
    for (const [keyword, said] of Object.entries(schema)) {
      if (Object.hasOwn(keywords, keyword)) put(result, keyword, sliceKeyword(schema, keyword, said, values));
    }
    if (isDiscriminated(schema)) put(result, "discriminator", { propertyName: "" });
    if (typeof schema["$ref"] !== "string") return withProto(result);
    delete result["$ref"];
    const target = slice(targetOf(contract, schema["$ref"]), values);
    return Object.keys(result).length === 0 ? target : { allOf: [target, withProto(result)] };
  }

  function sliceKeyword(schema: JsonObject, keyword: string, said: Json, values: readonly Json[]): Json | undefined {
    if (keyword === "required") return lackingNames(said as string[], values, (name) => !isAbsent(schema, name));
    if (keyword === "properties") return sliceProperties(said as JsonObject, values);
    if (keyword === "patternProperties") return sliceMap(said as JsonObject, () => membersOf(values));
    if (keyword === "dependentSchemas") return sliceMap(said as JsonObject, () => values);
    if (keyword === "propertyNames") return slice(said as JsonSchema, values.filter(isObject).flatMap(Object.keys));
    if (keyword === "prefixItems") return schemas(said).map((item) => slice(item, itemsOf(values)));
    if (keyword === "$defs" || keyword === "definitions") return undefined;
    if (sameValue.has(keyword)) return slice(said as JsonSchema, values);
    if (unions.has(keyword)) return sliceBranches(said, values);
    if (keyword === "enum") return metValues(said as Json[], values);
    if (sameValueLists.has(keyword)) return schemas(said).map((part) => slice(part, values));
    if (itemSchemas.has(keyword)) return typeof said === "boolean" ? said : slice(said as JsonSchema, itemsOf(values));
    if (memberSchemas.has(keyword))
      return typeof said === "boolean" ? said : slice(said as JsonSchema, membersOf(values));
    return said;
  }

  /** Branches that take none of the values decide nothing, and would take long to compile. */
  function sliceBranches(union: Json, values: readonly Json[]): Json {
    const kept = new Set(values.flatMap((one) => branchesFor(union, one)));
    const taking = kept.size === 0 ? [] : schemas(union).filter((branch) => kept.has(branch));
    if (taking.length > MOST_BRANCHES) throw new RangeError("too large to be looked at");
    return taking.length === 0 ? [false] : taking.map((branch) => slice(branch, values));
  }

  /** Of thousands of properties, only those that the values have are looked at. */
  function sliceProperties(said: JsonObject, values: readonly Json[]): Json {
    const names = new Set(values.filter(isObject).flatMap(Object.keys));
    const touched: Record<string, Json> = {};
    for (const name of names) if (Object.hasOwn(said, name)) put(touched, name, said[name]);
    if (Object.keys(touched).length === 0) return firstOnly(said);
    return sliceMap(touched, (name) => membersNamed(values, name));
  }

  function sliceMap(said: JsonObject, valuesFor: (name: string) => readonly Json[]): Json {
    const result: Record<string, Json> = {};
    for (const [name, schema] of Object.entries(said)) {
      const values = valuesFor(name);
      if (values.length > 0) put(result, name, slice(schema as JsonSchema, values));
    }
    return Object.keys(result).length === 0 ? firstOnly(said) : result;
  }
}

/** Of the names that must be there, the first that each value lacks: it refuses the same ones as all of them. */
function lackingNames(
  names: readonly string[],
  values: readonly Json[],
  isNeeded: (name: string) => boolean,
): string[] {
  const lacking = values
    .filter(isObject)
    .flatMap((value) => names.find((name) => !Object.hasOwn(value, name) && isNeeded(name)) ?? []);
  return [...new Set(lacking)];
}

const firstNames = new WeakMap<JsonObject, string | undefined>();

/** A map with nothing in it is passed over, with what it says of unevaluated members. */
function firstOnly(said: JsonObject): Json {
  const result: Record<string, Json> = {};
  if (!firstNames.has(said)) firstNames.set(said, Object.keys(said)[0]);
  const first = firstNames.get(said);
  if (first !== undefined) put(result, first, true);
  return result;
}

/** Of a list of values, those that are met; or one that is not, where none is. */
function metValues(listed: readonly Json[], values: readonly Json[]): Json[] {
  if (values.some((value) => typeof value === "object" && value !== null)) return [...listed];
  const met = new Set(values);
  const kept = listed.filter((value) => met.has(value));
  return kept.length === 0 ? listed.slice(0, 1) : kept;
}

/** Ajv passes over a property of this name, but not over a pattern. */
export function withProto(schema: JsonObject): JsonObject {
  const { properties, patternProperties } = schema;
  if (!isObject(properties) || !Object.hasOwn(properties, "__proto__")) return schema;
  return {
    ...schema,
    patternProperties: {
      ...(patternProperties as JsonObject | undefined),
      "^__proto__$": properties["__proto__"] as Json,
    },
  };
}

function put(target: Record<string, Json>, name: string, value: Json | undefined): void {
  if (value === undefined) return;
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}

function itemsOf(values: readonly Json[]): Json[] {
  return values.flatMap((value) => (Array.isArray(value) ? (value as Json[]) : []));
}

function membersOf(values: readonly Json[]): Json[] {
  return values.filter(isObject).flatMap((value) => Object.values(value));
}

function membersNamed(values: readonly Json[], name: string): Json[] {
  return values.filter(isObject).flatMap((value) => (Object.hasOwn(value, name) ? [value[name] as Json] : []));
}
