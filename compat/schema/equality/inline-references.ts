import { type Contract, type JsonSchema, rewriteTree, resolveTarget } from "../../../contracts/index.ts";

/** Maximum number of followed references. A recursive reference stays. */
const MOST = 50;

/** Schema with references replaced by their targets, so that it can be used in another document. */
export function inlineReferences(contract: Contract, schema: JsonSchema): JsonSchema {
  let followed = 0;
  return rewriteTree(schema, "schema", (node) => {
    const { $ref: reference, ...beside } = node;
    if (typeof reference !== "string" || ++followed > MOST) return node;
    const { allOf = [] } = beside;
    return { ...beside, allOf: [...(Array.isArray(allOf) ? allOf : []), resolveTarget(contract, reference)] };
  }) as JsonSchema;
}
