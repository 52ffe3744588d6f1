import type { Contract, Json, JsonObject, JsonSchema } from "./contract.ts";
import { keywords } from "./keywords.ts";
import { isObject } from "./shapes.ts";
import { schemas, targetOf, typeOf } from "./schema.ts";

/** More than any value a person would look at needs. */
const MOST_NODES = 20_000;

/** The branches of a union that has more are looked through first. */
const MANY = 50;

/** What of a schema's members speaks of the same value. */
const sameValue = new Set(["not", "if", "then", "else"]);
const sameValueLists = new Set(["allOf", "anyOf", "oneOf"]);
const unions = new Set(["anyOf", "oneOf"]);
const itemSchemas = new Set(["items", "contains", "unevaluatedItems"]);
const memberSchemas = new Set(["additionalProperties", "unevaluatedProperties"]);

/** Which required names of a schema need not be there in one direction. */
export type IsAbsent = (schema: JsonObject, name: string) => boolean;

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
    if (typeof schema["$ref"] !== "string") return withProto(result);
    delete result["$ref"];
    const target = slice(targetOf(contract, schema["$ref"]), values);
    return Object.keys(result).length === 0 ? target : { allOf: [target, withProto(result)] };
  }

  function sliceKeyword(schema: JsonObject, keyword: string, said: Json, values: readonly Json[]): Json | undefined {
    if (keyword === "required") return (said as string[]).filter((name) => !isAbsent(schema, name));
    if (keyword === "properties") return sliceMap(said, (name) => membersNamed(values, name));
    if (keyword === "patternProperties") return sliceMap(said, () => membersOf(values));
    if (keyword === "dependentSchemas") return sliceMap(said, () => values);
    if (keyword === "propertyNames") return slice(said as JsonSchema, values.filter(isObject).flatMap(Object.keys));
    if (keyword === "prefixItems") return schemas(said).map((item) => slice(item, itemsOf(values)));
    if (keyword === "$defs" || keyword === "definitions") return undefined;
    if (sameValue.has(keyword)) return slice(said as JsonSchema, values);
    if (unions.has(keyword) && schemas(said).length > MANY) return sliceBranches(schemas(said), values);
    if (sameValueLists.has(keyword)) return schemas(said).map((part) => slice(part, values));
    if (itemSchemas.has(keyword)) return typeof said === "boolean" ? said : slice(said as JsonSchema, itemsOf(values));
    if (memberSchemas.has(keyword))
      return typeof said === "boolean" ? said : slice(said as JsonSchema, membersOf(values));
    return said;
  }

  /** Branches that take none of the values decide nothing, and would take long to compile. */
  function sliceBranches(branches: readonly JsonSchema[], values: readonly Json[]): Json {
    const taking = branches.filter((branch) => values.some((one) => mayTake(contract, branch, one)));
    if (taking.length > MANY * 4) throw new RangeError("too large to be looked at");
    return taking.length === 0 ? [false] : taking.map((branch) => slice(branch, values));
  }

  function sliceMap(said: Json, valuesFor: (name: string) => readonly Json[]): Json {
    const result: Record<string, Json> = {};
    for (const [name, schema] of Object.entries(said as JsonObject)) {
      const values = valuesFor(name);
      if (values.length > 0) put(result, name, slice(schema as JsonSchema, values));
    }
    // A map with nothing in it is passed over, with what it says of unevaluated members.
    const [first] = Object.keys(said as JsonObject);
    if (first !== undefined && Object.keys(result).length === 0) put(result, first, true);
    return result;
  }
}

/** Whether a schema takes a value, as far as its type and the constants of its properties tell. */
function mayTake(contract: Contract, schema: JsonSchema, value: Json): boolean {
  let own = schema;
  for (let hops = 0; hops < 20 && typeof own !== "boolean"; hops++) {
    if (!isOfType(own, value) || !hasConstants(own, value)) return false;
    if (typeof own["$ref"] !== "string") return true;
    own = targetOf(contract, own["$ref"]);
  }
  return own !== false;
}

function isOfType({ type }: JsonObject, value: Json): boolean {
  const is = typeOf(value);
  return type === undefined || [type].flat().some((one) => one === is || (one === "number" && is === "integer"));
}

function hasConstants({ properties }: JsonObject, value: Json): boolean {
  if (!isObject(properties) || !isObject(value)) return true;
  return Object.entries(properties).every(([name, said]) => {
    if (!isObject(said) || !Object.hasOwn(value, name)) return true;
    const constant = said["const"];
    return constant === undefined || typeof constant === "object" || constant === value[name];
  });
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
