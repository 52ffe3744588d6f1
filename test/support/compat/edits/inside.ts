import type { JsonObject } from "../../../../contracts/index.ts";
import { type Rewriting, atNode } from "../rewriting.ts";

/** What else is taken under a keyword that has a schema. */
const further: JsonObject = {
  contains: { type: "integer" },
  not: { const: "b" },
  if: { required: ["zz"] },
  then: { maxProperties: 0 },
  else: { minProperties: 4 },
  propertyNames: { pattern: "^z" },
  unevaluatedItems: { type: "string" },
  unevaluatedProperties: { type: "string" },
};

/** More is taken, or less, of what stands inside a keyword that is compared as a whole. */
export const inside: readonly Rewriting[] = [
  ...Object.entries(further).map(([keyword, other]) =>
    atNode(`take more under ${keyword}`, "schema", ({ node }) => {
      const { [keyword]: schema } = node;
      return schema === undefined ? undefined : { ...node, [keyword]: { anyOf: [schema, other] } };
    }),
  ),
  atNode("ask for more under dependentSchemas", "schema", ({ node }) => {
    const [first, ...others] = Object.entries((node["dependentSchemas"] ?? {}) as JsonObject);
    if (!first) return undefined;
    const asking = [first[0], { allOf: [first[1], { minProperties: 4 }] }] as const;
    return { ...node, dependentSchemas: Object.fromEntries([asking, ...others]) };
  }),
];
