import type { Json, JsonObject, JsonSchema } from "../model/json.ts";
import type { Contract } from "../model/contract.ts";
import { isDiscriminated } from "./ajv.ts";
import { isConstraint, keywords } from "./keywords/index.ts";
import type { Subschemas } from "./keywords/keyword.ts";
import { isObject } from "../model/shapes.ts";
import { type IsAbsent, createBranchSelector } from "./branch-selector.ts";
import { schemas, resolveTarget } from "./schema.ts";

/** Maximum number of nodes of a slice, more than values in practice need. */
const MAX_SLICE_NODES = 20_000;

/** Maximum number of branches of a union that may accept the value. */
const MAX_SLICE_BRANCHES = 200;

/**
 * Reduces schemas of a contract to the parts that apply to a value, without any `$ref`. Properties that the value does
 * not have, and items of empty arrays, are dropped. Returns undefined if the result is too large.
 */
export function sliceSchema(
  contract: Contract,
  whole: readonly JsonSchema[],
  value: Json,
  isAbsent: IsAbsent,
): JsonSchema | undefined {
  const branchesFor = createBranchSelector(contract, isAbsent);
  let count = 0;
  try {
    return { allOf: whole.map((schema) => slice(schema, [value])) };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }

  /** Part of a schema that applies to any of the values. */
  function slice(schema: JsonSchema, values: readonly Json[]): JsonSchema {
    if (typeof schema === "boolean") return schema;
    if (values.length === 0) return true;
    if (++count > MAX_SLICE_NODES) throw new RangeError("too large to be looked at");
    const result: Record<string, Json> = {};
    for (const [keyword, content] of Object.entries(schema)) {
      if (isConstraint(keyword)) defineIfPresent(result, keyword, sliceKeyword(schema, keyword, content, values));
    }
    if (isDiscriminated(schema)) defineIfPresent(result, "discriminator", { propertyName: "" });
    if (typeof schema["$ref"] !== "string") return withProto(result);
    delete result["$ref"];
    const target = slice(resolveTarget(contract, schema["$ref"]), values);
    if (Object.keys(result).length === 0) return target;
    // In the list of the schema itself, because `unevaluatedProperties` beside a reference reads what it evaluates.
    return withProto({ ...result, allOf: [target, ...schemas(result["allOf"])] });
  }

  function sliceKeyword(schema: JsonObject, keyword: string, content: Json, values: readonly Json[]): Json | undefined {
    if (keyword === "required") return missingNames(content as string[], values, (name) => !isAbsent(schema, name));
    if (keyword === "properties") return sliceProperties(content as JsonObject, values);
    if (keyword === "enum") return occurringValues(content as Json[], values);
    if (keyword === "anyOf" || keyword === "oneOf") return sliceBranches(content, values);
    const subschemas = keywords.get(keyword)?.subschemas;
    if (!subschemas) return content;
    if (subschemas.of === "none") return undefined;
    const described = describedValues(values, subschemas.of);
    if (subschemas.form === "map") return sliceMap(content as JsonObject, () => described);
    if (subschemas.form === "list") return schemas(content).map((part) => slice(part, described));
    return slice(content as JsonSchema, described);
  }

  /** Keeps only the branches that may accept one of the values. Others would only take time to compile. */
  function sliceBranches(union: Json, values: readonly Json[]): Json {
    const candidates = new Set(values.flatMap((one) => branchesFor(union, one)));
    const accepting = candidates.size === 0 ? [] : schemas(union).filter((branch) => candidates.has(branch));
    if (accepting.length > MAX_SLICE_BRANCHES) throw new RangeError("too large to be looked at");
    if (accepting.length === 0) return [false];
    return accepting.map((branch) => slice(branch, values));
  }

  /** Keeps only the properties that the values have. */
  function sliceProperties(properties: JsonObject, values: readonly Json[]): Json {
    const names = new Set(values.filter(isObject).flatMap(Object.keys));
    const touched: Record<string, Json> = {};
    for (const name of names) if (Object.hasOwn(properties, name)) defineIfPresent(touched, name, properties[name]);
    if (Object.keys(touched).length === 0) return withFirstNameOnly(properties);
    return sliceMap(touched, (name) => membersOfName(values, name));
  }

  function sliceMap(schemaMap: JsonObject, valuesFor: (name: string) => readonly Json[]): Json {
    const result: Record<string, Json> = {};
    for (const [name, schema] of Object.entries(schemaMap)) {
      const values = valuesFor(name);
      if (values.length > 0) defineIfPresent(result, name, slice(schema as JsonSchema, values));
    }
    if (Object.keys(result).length === 0) return withFirstNameOnly(schemaMap);
    return result;
  }
}

/** First missing property of each value. It gives the same verdicts as the complete list. */
function missingNames(
  names: readonly string[],
  values: readonly Json[],
  isNeeded: (name: string) => boolean,
): string[] {
  const missing = values
    .filter(isObject)
    .flatMap((value) => names.find((name) => !Object.hasOwn(value, name) && isNeeded(name)) ?? []);
  return [...new Set(missing)];
}

const firstNameOf = new WeakMap<JsonObject, string | undefined>();

/**
 * Map with its first entry only. Without any entry, Ajv would ignore the keyword, and `unevaluatedProperties` would
 * give another result.
 */
function withFirstNameOnly(schemaMap: JsonObject): Json {
  const result: Record<string, Json> = {};
  if (!firstNameOf.has(schemaMap)) firstNameOf.set(schemaMap, Object.keys(schemaMap)[0]);
  const first = firstNameOf.get(schemaMap);
  if (first !== undefined) defineIfPresent(result, first, true);
  return result;
}

/** Listed values that occur among the given ones. If none occurs, one listed value, so that the enum is not empty. */
function occurringValues(listed: readonly Json[], values: readonly Json[]): Json[] {
  if (values.some((value) => typeof value === "object" && value !== null)) return [...listed];
  const givenValues = new Set(values);
  const occurring = listed.filter((value) => givenValues.has(value));
  if (occurring.length === 0) return listed.slice(0, 1);
  return occurring;
}

/** Adds a pattern for a property named "__proto__", because Ajv ignores the property, but not the pattern. */
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

function defineIfPresent(target: Record<string, Json>, name: string, value: Json | undefined): void {
  if (value === undefined) return;
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}

/** Values that the subschemas of a keyword describe. */
function describedValues(values: readonly Json[], of: Subschemas["of"]): readonly Json[] {
  if (of === "items") return values.flatMap((value) => (Array.isArray(value) ? (value as Json[]) : []));
  if (of === "members") return values.filter(isObject).flatMap((value) => Object.values(value));
  if (of === "names") return values.filter(isObject).flatMap(Object.keys);
  return values;
}

function membersOfName(values: readonly Json[], name: string): Json[] {
  return values.filter(isObject).flatMap((value) => (Object.hasOwn(value, name) ? [value[name] as Json] : []));
}
