import type { JsonObject } from "../../../../contracts/index.ts";
import { type Rewriting, nodeRewriting, without } from "../rewriting.ts";

/** Keywords that prevent these refactors, because they depend on members or list values. */
const dependentKeywords = ["$ref", "allOf", "anyOf", "oneOf", "if", "dependentSchemas", "enum", "const"];

/** Equivalent forms of keywords for unnamed members and items. */
export const memberRefactors: readonly Rewriting[] = [
  nodeRewriting("write additionalProperties as unevaluatedProperties", "schema", ({ node }) =>
    isAlone(node) && node["additionalProperties"] !== undefined && node["unevaluatedProperties"] === undefined
      ? { ...without(node, "additionalProperties"), unevaluatedProperties: node["additionalProperties"] }
      : undefined,
  ),
  nodeRewriting("write unevaluatedProperties as additionalProperties", "schema", ({ node }) =>
    isAlone(node) && node["unevaluatedProperties"] !== undefined && node["additionalProperties"] === undefined
      ? { ...without(node, "unevaluatedProperties"), additionalProperties: node["unevaluatedProperties"] }
      : undefined,
  ),
  nodeRewriting("write items as unevaluatedItems", "schema", ({ node }) =>
    isAlone(node) &&
    node["items"] !== undefined &&
    node["contains"] === undefined &&
    node["unevaluatedItems"] === undefined
      ? { ...without(node, "items"), unevaluatedItems: node["items"] }
      : undefined,
  ),
  ...["additionalProperties", "unevaluatedProperties", "items", "unevaluatedItems"].map((keyword) =>
    nodeRewriting(`write false as what nothing fits in ${keyword}`, "schema", ({ node }) =>
      node[keyword] === false ? { ...node, [keyword]: { not: {} } } : undefined,
    ),
  ),
  ...["", "^", ".*"].map((pattern) =>
    nodeRewriting(`write additionalProperties as those of the pattern "${pattern}"`, "schema", ({ node }) => {
      const others = ["properties", "patternProperties", "unevaluatedProperties"];
      return node["additionalProperties"] !== undefined && others.every((keyword) => node[keyword] === undefined)
        ? {
            ...without(node, "additionalProperties"),
            patternProperties: { [pattern]: node["additionalProperties"] },
          }
        : undefined;
    }),
  ),
];

function isAlone(node: JsonObject): boolean {
  return dependentKeywords.every((keyword) => node[keyword] === undefined);
}
