import type { Json, JsonObject } from "../model/json.ts";
import { regExpOf } from "./pattern.ts";
import { isObject } from "../model/shapes.ts";

const types = new Set(["null", "boolean", "integer", "number", "string", "array", "object"]);

const isNumber = (value: Json): boolean => typeof value === "number" && Number.isFinite(value);
const isCount = (value: Json): boolean => Number.isInteger(value) && (value as number) >= 0;
const isText = (value: Json): boolean => typeof value === "string";
const isFlag = (value: Json): boolean => typeof value === "boolean";
const isList = (value: Json): boolean => Array.isArray(value) && value.length > 0;
const isNames = (value: Json): boolean => Array.isArray(value) && value.every(isText);
const isSchemaList = (value: Json): boolean => isList(value) && (value as Json[]).every(isSchema);

/**
 * Check of the value of each keyword of JSON Schema 2020-12 that the validator supports. A malformed keyword is
 * ignored.
 */
export const keywords: Readonly<Record<string, (value: Json) => boolean>> = {
  $ref: isText,
  $defs: isObject,
  definitions: isObject,
  type: (value) =>
    Array.isArray(value)
      ? isList(value) && value.every((type) => types.has(type as string))
      : types.has(value as string),
  const: () => true,
  enum: isList,
  required: isNames,
  dependentRequired: (value) => isObject(value) && Object.values(value).every(isNames),
  dependentSchemas: isObject,
  properties: isObject,
  patternProperties: isObject,
  additionalProperties: isSchema,
  unevaluatedProperties: isSchema,
  propertyNames: isSchema,
  minProperties: isCount,
  maxProperties: isCount,
  items: isSchema,
  prefixItems: isSchemaList,
  unevaluatedItems: isSchema,
  contains: isSchema,
  minContains: isCount,
  maxContains: isCount,
  minItems: isCount,
  maxItems: isCount,
  uniqueItems: isFlag,
  minLength: isCount,
  maxLength: isCount,
  pattern: isPattern,
  format: isText,
  minimum: isNumber,
  maximum: isNumber,
  exclusiveMinimum: isNumber,
  exclusiveMaximum: isNumber,
  multipleOf: (value) => isNumber(value) && (value as number) > 0,
  allOf: isSchemaList,
  anyOf: isSchemaList,
  oneOf: isSchemaList,
  not: isSchema,
  if: isSchema,
  then: isSchema,
  else: isSchema,
};

/** Checks of the members of keywords whose value is a map. One malformed member does not discard the others. */
export const memberRules: Readonly<Record<string, (name: string, value: Json) => boolean>> = {
  $defs: (_, value) => isSchema(value),
  definitions: (_, value) => isSchema(value),
  dependentSchemas: (_, value) => isSchema(value),
  properties: (_, value) => isSchema(value),
  patternProperties: (name, value) => isPattern(name) && isSchema(value),
};

const checks = new Map(Object.entries(keywords));
const memberChecks = new Map(Object.entries(memberRules));

/** Checks that every keyword of a schema is well-formed, as it is in nearly all schemas. */
export function isSound(schema: JsonObject): boolean {
  for (const key in schema) {
    const check = checks.get(key);
    if (!check) continue;
    const value = schema[key] as Json;
    if (!check(value)) return false;
    const fits = memberChecks.get(key);
    if (!fits) continue;
    for (const name in value as JsonObject) if (!fits(name, (value as JsonObject)[name] as Json)) return false;
  }
  return true;
}

function isSchema(value: Json): boolean {
  return isObject(value) || typeof value === "boolean";
}

function isPattern(value: Json): boolean {
  return typeof value === "string" && regExpOf(value) !== undefined;
}
