import { isObject } from "../../../../contracts/index.ts";
import { type Rewriting, nodeRewriting, without } from "../rewriting.ts";
import { isHidden } from "./keywords.ts";

/** Edits of keywords that apply to unnamed members, and of `x-closed`. */
export const indirectEdits: readonly Rewriting[] = [
  ...["string", "integer"].map((type) =>
    nodeRewriting(`name a member of a map: ${type}`, "schema", (spot) => {
      const { additionalProperties: others, properties = {} } = spot.node;
      if (!isObject(others) || !isObject(properties) || isHidden(spot)) return undefined;
      return { ...spot.node, properties: { ...properties, further: { type } } };
    }),
  ),
  nodeRewriting("mark an enum of a response as closed, or no more", "schema", ({ node, pointer }) => {
    if (!Array.isArray(node["enum"]) || !pointer.includes("/responses/")) return undefined;
    return node["x-closed"] === true ? without(node, "x-closed") : { ...node, "x-closed": true };
  }),
];
