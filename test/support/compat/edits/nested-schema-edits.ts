import type { JsonObject } from "../../../../contracts/index.ts";
import { type Rewriting, nodeRewriting } from "../rewriting.ts";

/** Alternative schemas for each keyword with a subschema. */
const subschemaEdits: JsonObject = {
  contains: { type: "integer" },
  not: { const: "b" },
  if: { required: ["zz"] },
  then: { maxProperties: 0 },
  else: { minProperties: 4 },
  propertyNames: { pattern: "^z" },
  unevaluatedItems: { type: "string" },
  unevaluatedProperties: { type: "string" },
};

/** Edits inside keywords whose schemas are compared as a whole. */
export const nestedSchemaEdits: readonly Rewriting[] = [
  ...Object.entries(subschemaEdits).map(([keyword, other]) =>
    nodeRewriting(`take more under ${keyword}`, "schema", ({ node }) => {
      const { [keyword]: schema } = node;
      return schema === undefined ? undefined : { ...node, [keyword]: { anyOf: [schema, other] } };
    }),
  ),
  nodeRewriting("ask for more under dependentSchemas", "schema", ({ node }) => {
    const [first, ...others] = Object.entries((node["dependentSchemas"] ?? {}) as JsonObject);
    if (!first) return undefined;
    const asking = [first[0], { allOf: [first[1], { minProperties: 4 }] }] as const;
    return { ...node, dependentSchemas: Object.fromEntries([asking, ...others]) };
  }),
];
