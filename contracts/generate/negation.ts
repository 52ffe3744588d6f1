import type { Json, JsonObject, JsonSchema } from "../model/json.ts";
import { keywords } from "../schema/keywords.ts";
import { schemas } from "../schema/schema.ts";
import { isObject } from "../model/shapes.ts";
import { type CaseType, caseTypes } from "./case-types.ts";

/** Derived schemas, which no document contains. A fault of one is a fault of the `not` that it replaces. */
const derived = new WeakSet<JsonObject>();

const negationsBySchema = new WeakMap<JsonObject, readonly JsonSchema[]>();

/** Checks that a schema was created by this file, so that it occurs in no document. */
export function isDerived(schema: JsonObject): boolean {
  return derived.has(schema);
}

const assumedBySchema = new WeakMap<JsonObject, JsonObject>();

/** Derived copy of a schema that a value should satisfy although no schema requires it, such as that of an `if`. */
export function assumedSchema(schema: JsonObject): JsonObject {
  let assumption = assumedBySchema.get(schema);
  if (!assumption) assumedBySchema.set(schema, (assumption = markDerived({ ...schema })));
  return assumption;
}

const choicesBySchema = new WeakMap<JsonObject, readonly JsonSchema[]>();

/**
 * Schema combined with others that a value also satisfies. A union with one of them as a branch must choose that
 * branch.
 */
export function choosing(schema: JsonSchema, others: readonly JsonSchema[]): JsonObject {
  const whole = { allOf: [schema, ...others] };
  choicesBySchema.set(whole, others);
  return whole;
}

/** Schemas that unions must choose. */
export function chosenBy(schema: JsonSchema): readonly JsonSchema[] {
  return (isObject(schema) && choicesBySchema.get(schema)) || [];
}

/**
 * Schemas of which at least one accepts each value that a schema rejects. They accept more if the opposite of a keyword
 * cannot be expressed; a guard checks the values then. Always the same objects.
 */
export function negationsOf(schema: JsonSchema): readonly JsonSchema[] {
  if (typeof schema === "boolean") return [!schema];
  let negations = negationsBySchema.get(schema);
  if (!negations) {
    negations = Object.entries(schema).flatMap(([keyword, value]) => oppositesOf(keyword, value, schema));
    for (const negation of negations) if (isObject(negation)) derived.add(negation);
    negationsBySchema.set(schema, negations);
  }
  return negations;
}

const negatedBySchema = new WeakMap<JsonObject, JsonObject>();

/** Schema that accepts what a schema rejects, always the same object. */
export function rejectingSchema(schema: JsonSchema): JsonSchema {
  if (typeof schema === "boolean") return !schema;
  let refusal = negatedBySchema.get(schema);
  if (!refusal) negatedBySchema.set(schema, (refusal = not(schema)));
  return refusal;
}

function oppositesOf(keyword: string, value: Json, schema: JsonObject): JsonSchema[] {
  if (!Object.hasOwn(keywords, keyword) || skippedKeywords.has(keyword)) return [];
  const make = Object.hasOwn(opposites, keyword) ? opposites[keyword] : undefined;
  return make ? make(value, schema) : [{}];
}

/** Keywords that reject nothing on their own, and `$ref`, whose target only a contract can resolve. */
const skippedKeywords = new Set(["$ref", "$defs", "definitions", "then", "else", "minContains", "maxContains"]);

const not = (schema: Json): JsonObject => markDerived({ not: schema });

const notEmpty: JsonSchema = { type: "object", minProperties: 1 };

/** Schemas of the values that a keyword rejects: of the keyword's own type, and beyond its bound. */
const opposites: Readonly<Record<string, (value: Json, schema: JsonObject) => JsonSchema[]>> = {
  type: (value) => [{ type: otherTypes([value].flat() as string[]) }],
  not: (value) => [{ allOf: [value] }],
  allOf: (value) => schemas(value).map(not),
  anyOf: (value) => [{ allOf: schemas(value).map(not) }],
  minimum: (value) => [{ type: "number", exclusiveMaximum: value }],
  maximum: (value) => [{ type: "number", exclusiveMinimum: value }],
  exclusiveMinimum: (value) => [{ type: "number", maximum: value }],
  exclusiveMaximum: (value) => [{ type: "number", minimum: value }],
  multipleOf: (value) => [{ type: "number", multipleOf: Number(value) / 2 }, { type: "number" }],
  minLength: (value) => upToOneLess("string", "maxLength", value),
  maxLength: (value) => [{ type: "string", minLength: Number(value) + 1 }],
  pattern: () => [{ type: "string" }],
  format: () => [{ type: "string" }],
  minItems: (value) => upToOneLess("array", "maxItems", value),
  maxItems: (value) => [{ type: "array", minItems: Number(value) + 1 }],
  uniqueItems: (value) => (value === true ? [{ type: "array", minItems: 2 }] : []),
  items: (value) => [{ type: "array", minItems: 1, contains: not(value) }],
  contains: (value) => [{ type: "array", items: not(value) }],
  prefixItems: () => [{ type: "array", minItems: 1 }],
  unevaluatedItems: () => [{ type: "array", minItems: 1 }],
  minProperties: (value) => upToOneLess("object", "maxProperties", value),
  maxProperties: (value) => [{ type: "object", minProperties: Number(value) + 1 }],
  required: (value) => (value as string[]).map((name) => ({ type: "object", ...schemaWithoutMember(name) })),
  dependentRequired: (value) => Object.keys(value as JsonObject).map((name) => ({ type: "object", required: [name] })),
  patternProperties: () => [notEmpty],
  additionalProperties: withAdditional,
  unevaluatedProperties: withAdditional,
  propertyNames: () => [notEmpty],
  properties: (value) =>
    Object.entries(value as JsonObject).map(([name, schema]) => ({
      type: "object",
      required: [name],
      properties: { [name]: not(schema) },
    })),
};

function upToOneLess(type: CaseType, keyword: string, least: Json): JsonSchema[] {
  return Number(least) > 0 ? [{ type, [keyword]: Number(least) - 1 }] : [];
}

/** Objects with any member, or with one that a closed schema does not name. */
function withAdditional(value: Json, { properties }: JsonObject): JsonSchema[] {
  let name = "additional";
  while (isObject(properties) && Object.hasOwn(properties, name)) name += "_";
  return value === false ? [notEmpty, { type: "object", required: [name] }] : [notEmpty];
}

/** Schema of values without a member. */
export function schemaWithoutMember(name: string): JsonObject {
  return markDerived({ properties: { [name]: false } });
}

/** Schema of objects with a member. */
export function schemaWithMember(name: string): JsonObject {
  return markDerived({ type: "object", required: [name] });
}

function markDerived(schema: JsonObject): JsonObject {
  derived.add(schema);
  return schema;
}

/** All other types. Numbers are another type than integers. */
function otherTypes(types: readonly string[]): CaseType[] {
  return caseTypes.filter((type) => !types.includes(type));
}
