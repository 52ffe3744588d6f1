import { type Contract, type JsonSchema, rewriteTree, targetOf } from "../../../contracts/index.ts";

/** So many references are followed; what leads back to itself ends there. */
const MOST = 50;

/** A schema with what it refers to in place of its references, so that another document can use it, too: the first ones. */
export function writtenOut(contract: Contract, schema: JsonSchema): JsonSchema {
  let followed = 0;
  return rewriteTree(schema, "schema", (node) => {
    const { $ref: reference, ...beside } = node;
    if (typeof reference !== "string" || ++followed > MOST) return node;
    const { allOf = [] } = beside;
    return { ...beside, allOf: [...(Array.isArray(allOf) ? allOf : []), targetOf(contract, reference)] };
  }) as JsonSchema;
}
