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
  nodeRewriting("say of a list that ends with the items it names how many it can have", "schema", ({ node }) =>
    isAlone(node) && isClosedList(node) ? { ...without(node, "items"), maxItems: namedItems(node) } : undefined,
  ),
  nodeRewriting("say beside it how many items a list that ends can have", "schema", ({ node }) =>
    isClosedList(node) ? { ...node, maxItems: namedItems(node) } : undefined,
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

/** Checks for a tuple without additional items and without limits. */
function isClosedList(node: JsonObject): boolean {
  const others = ["maxItems", "contains", "unevaluatedItems"];
  return node["items"] === false && others.every((keyword) => node[keyword] === undefined);
}

function namedItems({ prefixItems }: JsonObject): number {
  return Array.isArray(prefixItems) ? prefixItems.length : 0;
}

function isAlone(node: JsonObject): boolean {
  return dependentKeywords.every((keyword) => node[keyword] === undefined);
}
