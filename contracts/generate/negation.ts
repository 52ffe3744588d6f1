import type { Json, JsonObject, JsonSchema } from "../model/json.ts";
import { keywords } from "../schema/keywords.ts";
import { schemas } from "../schema/schema.ts";
import { isObject } from "../model/shapes.ts";
import { type CaseType, caseTypes } from "./type-names.ts";

/** Schemas that no document holds: what is broken of them fails for the `not` that they stand for. */
const derived = new WeakSet<JsonObject>();

const known = new WeakMap<JsonObject, readonly JsonSchema[]>();

/** Whether a schema was made here. */
export function isDerived(schema: JsonObject): boolean {
  return derived.has(schema);
}

const assumptions = new WeakMap<JsonObject, JsonObject>();

/** A schema that a value is made to fit though none asks for it, as that of an `if`. */
export function assumed(schema: JsonObject): JsonObject {
  let assumption = assumptions.get(schema);
  if (!assumption) assumptions.set(schema, (assumption = made({ ...schema })));
  return assumption;
}

const choices = new WeakMap<JsonObject, readonly JsonSchema[]>();

/** A schema with others that a value fits as well: what they say is a branch is the one that unions have to choose. */
export function choosing(schema: JsonSchema, others: readonly JsonSchema[]): JsonObject {
  const whole = { allOf: [schema, ...others] };
  choices.set(whole, others);
  return whole;
}

/** What a schema chooses. */
export function chosenBy(schema: JsonSchema): readonly JsonSchema[] {
  return (isObject(schema) && choices.get(schema)) || [];
}

/**
 * Schemas of which one fits whatever a schema refuses, each as near as it can be: where the opposite of a keyword
 * cannot be written, they allow more, and it is left to the guard. The same ones each time.
 */
export function negationsOf(schema: JsonSchema): readonly JsonSchema[] {
  if (typeof schema === "boolean") return [!schema];
  let negations = known.get(schema);
  if (!negations) {
    negations = Object.entries(schema).flatMap(([keyword, value]) => oppositesOf(keyword, value, schema));
    for (const negation of negations) if (isObject(negation)) derived.add(negation);
    known.set(schema, negations);
  }
  return negations;
}

const refusals = new WeakMap<JsonObject, JsonObject>();

/** What a schema refuses, as a schema: the same one each time. */
export function refusing(schema: JsonSchema): JsonSchema {
  if (typeof schema === "boolean") return !schema;
  let refusal = refusals.get(schema);
  if (!refusal) refusals.set(schema, (refusal = not(schema)));
  return refusal;
}

function oppositesOf(keyword: string, value: Json, schema: JsonObject): JsonSchema[] {
  if (!Object.hasOwn(keywords, keyword) || silent.has(keyword)) return [];
  const make = Object.hasOwn(opposites, keyword) ? opposites[keyword] : undefined;
  return make ? make(value, schema) : [{}];
}

/** Keywords that refuse nothing by themselves, and `$ref`, whose target only a contract can tell. */
const silent = new Set(["$ref", "$defs", "definitions", "then", "else", "minContains", "maxContains"]);

const not = (schema: Json): JsonObject => made({ not: schema });

const notEmpty: JsonSchema = { type: "object", minProperties: 1 };

/** By keyword, what a value must be that it refuses: of the keyword's own type, and beyond its bound. */
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
  minLength: (value) => below("string", "maxLength", value),
  maxLength: (value) => [{ type: "string", minLength: Number(value) + 1 }],
  pattern: () => [{ type: "string" }],
  format: () => [{ type: "string" }],
  minItems: (value) => below("array", "maxItems", value),
  maxItems: (value) => [{ type: "array", minItems: Number(value) + 1 }],
  uniqueItems: (value) => (value === true ? [{ type: "array", minItems: 2 }] : []),
  items: (value) => [{ type: "array", minItems: 1, contains: not(value) }],
  contains: (value) => [{ type: "array", items: not(value) }],
  prefixItems: () => [{ type: "array", minItems: 1 }],
  unevaluatedItems: () => [{ type: "array", minItems: 1 }],
  minProperties: (value) => below("object", "maxProperties", value),
  maxProperties: (value) => [{ type: "object", minProperties: Number(value) + 1 }],
  required: (value) => (value as string[]).map((name) => ({ type: "object", ...lacking(name) })),
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

function below(type: CaseType, keyword: string, least: Json): JsonSchema[] {
  return Number(least) > 0 ? [{ type, [keyword]: Number(least) - 1 }] : [];
}

/** Objects with some member, or with one that a closed schema has no name for. */
function withAdditional(value: Json, { properties }: JsonObject): JsonSchema[] {
  let name = "additional";
  while (isObject(properties) && Object.hasOwn(properties, name)) name += "_";
  return value === false ? [notEmpty, { type: "object", required: [name] }] : [notEmpty];
}

/** What has no member of a name. */
export function lacking(name: string): JsonObject {
  return made({ properties: { [name]: false } });
}

/** An object that has a member of a name. */
export function having(name: string): JsonObject {
  return made({ type: "object", required: [name] });
}

function made(schema: JsonObject): JsonObject {
  derived.add(schema);
  return schema;
}

/** All other types; beside whole numbers there are others. */
function otherTypes(types: readonly string[]): CaseType[] {
  return caseTypes.filter((type) => !types.includes(type));
}
