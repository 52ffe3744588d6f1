import type { Json, JsonSchema } from "../../model/json.ts";
import { schemas } from "../schema.ts";
import { keyword } from "./keyword.ts";
import { everyVerdict } from "./verdicts.ts";
import { isSchema, isSchemaList } from "./well-formed.ts";

type List = readonly Json[];

export const prefixItems = keyword<readonly JsonSchema[], List>({
  name: "prefixItems",
  type: "array",
  isNewIn31: true,
  subschemas: { form: "list", of: "items" },
  isWellFormed: isSchemaList,
  accepts: (first, list, _, { fits }) =>
    everyVerdict(list.slice(0, first.length).entries(), ([index, item]) => fits(first[index] as JsonSchema, item)),
  rejected: () => [{ type: "array", minItems: 1 }],
});

/** Applies to the items beyond `prefixItems`. */
export const items = keyword<JsonSchema, List>({
  name: "items",
  type: "array",
  subschemas: { form: "one", of: "items" },
  isWellFormed: isSchema,
  accepts: (schema, list, { prefixItems: first }, { fits }) =>
    everyVerdict(list.slice(schemas(first).length), (item) => fits(schema, item)),
  rejected: (schema, _, not) => [{ type: "array", minItems: 1, contains: not(schema) }],
});

/** Applies to the items that no keyword of the same value describes, also in `allOf` and other applicators. */
export const unevaluatedItems = keyword<JsonSchema, List>({
  name: "unevaluatedItems",
  type: "array",
  isNewIn31: true,
  subschemas: { form: "one", of: "items" },
  isWellFormed: isSchema,
  expected: (_, { unevaluatedItem }) => `no item at index ${unevaluatedItem}`,
  rejected: () => [{ type: "array", minItems: 1 }],
});
