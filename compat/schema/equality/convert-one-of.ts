import { type Contract, type Json, type JsonObject, type JsonSchema, resolveTarget } from "../../../contracts/index.ts";

/** Maximum depth of followed `allOf`, unions and references. */
const DEEPEST = 20;

/** Schema with `anyOf` in place of `oneOf`, so that it accepts values that match several branches. */
export function convertOneOf(contract: Contract, schema: JsonSchema, depth = 0): JsonSchema {
  if (typeof schema === "boolean" || depth > DEEPEST) return schema;
  const inner = (value: Json | undefined): Json[] =>
    (value as JsonSchema[]).map((one) => convertOneOf(contract, one, depth + 1));
  const { $ref, oneOf, anyOf, allOf, ...rest } = schema;
  const parts: Json[] = [
    ...(typeof $ref === "string" ? [convertOneOf(contract, resolveTarget(contract, $ref), depth + 1)] : []),
    ...(Array.isArray(allOf) ? inner(allOf) : []),
    ...(Array.isArray(oneOf) ? [{ anyOf: inner(oneOf) }] : []),
    ...(Array.isArray(anyOf) ? [{ anyOf: inner(anyOf) }] : []),
  ];
  if (parts.length === 0) return schema;
  return { ...rest, allOf: parts } as JsonObject;
}
