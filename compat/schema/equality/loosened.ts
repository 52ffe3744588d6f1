import { type Contract, type Json, type JsonObject, type JsonSchema, targetOf } from "../../../contracts/index.ts";

/** How deep `allOf`, unions and references are followed. */
const DEEPEST = 20;

/** A schema that takes a value of several shapes where its `oneOf` takes one of a single shape. */
export function loosened(contract: Contract, schema: JsonSchema, depth = 0): JsonSchema {
  if (typeof schema === "boolean" || depth > DEEPEST) return schema;
  const inner = (value: Json | undefined): Json[] =>
    (value as JsonSchema[]).map((one) => loosened(contract, one, depth + 1));
  const { $ref, oneOf, anyOf, allOf, ...rest } = schema;
  const parts: Json[] = [
    ...(typeof $ref === "string" ? [loosened(contract, targetOf(contract, $ref), depth + 1)] : []),
    ...(Array.isArray(allOf) ? inner(allOf) : []),
    ...(Array.isArray(oneOf) ? [{ anyOf: inner(oneOf) }] : []),
    ...(Array.isArray(anyOf) ? [{ anyOf: inner(anyOf) }] : []),
  ];
  return parts.length === 0 ? schema : ({ ...rest, allOf: parts } as JsonObject);
}
