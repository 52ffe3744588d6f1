import type { Json, JsonObject, JsonSchema } from "../model/json.ts";
import { isConstraint, keywords } from "../schema/keywords/index.ts";
import { isObject } from "../model/shapes.ts";

/** Derived schemas, which no document contains. A fault of one is a fault of the `not` that it replaces. */
const derived = new WeakSet<JsonObject>();

const negationsBySchema = new WeakMap<JsonObject, readonly JsonSchema[]>();

/** Checks that a schema was created by this file, so that it occurs in no document. */
export function isDerived(schema: JsonObject): boolean {
  return derived.has(schema);
}

const assumedBySchema = new WeakMap<JsonObject, JsonObject>();

/** Derived copy of an optional schema, such as that of an `if`, that the generated value should match. */
export function assumedSchema(schema: JsonObject): JsonObject {
  let assumption = assumedBySchema.get(schema);
  if (!assumption) assumedBySchema.set(schema, (assumption = markDerived({ ...schema })));
  return assumption;
}

const choicesBySchema = new WeakMap<JsonObject, readonly JsonSchema[]>();

/**
 * Schema combined with other schemas that the value must match, too. If one of these is a branch of a union, the union
 * must choose it.
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
export function negateSchema(schema: JsonSchema): readonly JsonSchema[] {
  if (typeof schema === "boolean") return [!schema];
  let negations = negationsBySchema.get(schema);
  if (!negations) {
    negations = Object.entries(schema).flatMap(([keyword, value]) => negateKeyword(keyword, value, schema));
    for (const negation of negations) if (isObject(negation)) derived.add(negation);
    negationsBySchema.set(schema, negations);
  }
  return negations;
}

const negatedBySchema = new WeakMap<JsonObject, JsonObject>();

/** Schema that accepts what a schema rejects. It is created once for each schema. */
export function rejectingSchema(schema: JsonSchema): JsonSchema {
  if (typeof schema === "boolean") return !schema;
  let rejecting = negatedBySchema.get(schema);
  if (!rejecting) negatedBySchema.set(schema, (rejecting = not(schema)));
  return rejecting;
}

function negateKeyword(keyword: string, value: Json, schema: JsonObject): readonly JsonSchema[] {
  if (!isConstraint(keyword)) return [];
  return keywords.get(keyword)?.rejected?.(value, schema, not) ?? [{}];
}

function not(schema: JsonSchema): JsonObject {
  return markDerived({ not: schema });
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
