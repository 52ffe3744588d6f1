import type { JsonObject } from "../../../contracts/index.ts";
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

function isAlone(node: JsonObject): boolean {
  return seeing.every((keyword) => node[keyword] === undefined);
}
