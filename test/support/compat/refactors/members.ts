import type { JsonObject } from "../../../../contracts/index.ts";
import { type Rewriting, atNode, without } from "../rewriting.ts";

/** By these, a schema sees what others say of its members; and what a list of values would be taken apart from. */
const seeing = ["$ref", "allOf", "anyOf", "oneOf", "if", "dependentSchemas", "enum", "const"];

/** What is said of members that are not named, in other words. */
export const members: readonly Rewriting[] = [
  atNode("write additionalProperties as unevaluatedProperties", "schema", ({ node }) =>
    isAlone(node) && node["additionalProperties"] !== undefined && node["unevaluatedProperties"] === undefined
      ? { ...without(node, "additionalProperties"), unevaluatedProperties: node["additionalProperties"] }
      : undefined,
  ),
  atNode("write unevaluatedProperties as additionalProperties", "schema", ({ node }) =>
    isAlone(node) && node["unevaluatedProperties"] !== undefined && node["additionalProperties"] === undefined
      ? { ...without(node, "unevaluatedProperties"), additionalProperties: node["unevaluatedProperties"] }
      : undefined,
  ),
  atNode("write items as unevaluatedItems", "schema", ({ node }) =>
    isAlone(node) &&
    node["items"] !== undefined &&
    node["contains"] === undefined &&
    node["unevaluatedItems"] === undefined
      ? { ...without(node, "items"), unevaluatedItems: node["items"] }
      : undefined,
  ),
  ...["additionalProperties", "unevaluatedProperties", "items", "unevaluatedItems"].map((keyword) =>
    atNode(`write false as what nothing fits in ${keyword}`, "schema", ({ node }) =>
      node[keyword] === false ? { ...node, [keyword]: { not: {} } } : undefined,
    ),
  ),
  atNode("say of a list that ends with the items it names how many it can have", "schema", ({ node }) =>
    isAlone(node) && isClosedList(node) ? { ...without(node, "items"), maxItems: namedItems(node) } : undefined,
  ),
  atNode("say beside it how many items a list that ends can have", "schema", ({ node }) =>
    isClosedList(node) ? { ...node, maxItems: namedItems(node) } : undefined,
  ),
  ...["", "^", ".*"].map((pattern) =>
    atNode(`write additionalProperties as those of the pattern "${pattern}"`, "schema", ({ node }) => {
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

/** Whether a list has no items but those that have a schema each, and does not say how many these are. */
function isClosedList(node: JsonObject): boolean {
  const others = ["maxItems", "contains", "unevaluatedItems"];
  return node["items"] === false && others.every((keyword) => node[keyword] === undefined);
}

function namedItems({ prefixItems }: JsonObject): number {
  return Array.isArray(prefixItems) ? prefixItems.length : 0;
}

function isAlone(node: JsonObject): boolean {
  return seeing.every((keyword) => node[keyword] === undefined);
}
