import type { Json, JsonSchema } from "../../model/json.ts";
import { keyword } from "./keyword.ts";
import { isCount, isSchema } from "./well-formed.ts";

export const contains = keyword<JsonSchema, readonly Json[]>({
  name: "contains",
  type: "array",
  isNewIn31: true,
  subschemas: { form: "one", of: "items", isCondition: true },
  isWellFormed: isSchema,
  rejected: (schema, _, not) => [{ type: "array", items: not(schema) }],
});

export const minContains = keyword<number, readonly Json[]>({
  name: "minContains",
  type: "array",
  isNewIn31: true,
  isWellFormed: isCount,
  hasNoEffect: (minimum, schema) => minimum === 1 || schema["contains"] === undefined,
  rejected: () => [],
});

export const maxContains = keyword<number, readonly Json[]>({
  name: "maxContains",
  type: "array",
  isNewIn31: true,
  isWellFormed: isCount,
  hasNoEffect: (_, schema) => schema["contains"] === undefined,
  rejected: () => [],
});
