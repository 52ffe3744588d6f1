import { isObject } from "../../../../contracts/index.ts";
import { type Rewriting, atNode, without } from "../rewriting.ts";
import { isHidden } from "./keywords.ts";

/** What is said of a part by a word for many, or of how far a list goes. */
export const toldBeside: readonly Rewriting[] = [
  ...["string", "integer"].map((type) =>
    atNode(`name a member of a map: ${type}`, "schema", (spot) => {
      const { additionalProperties: others, properties = {} } = spot.node;
      if (!isObject(others) || !isObject(properties) || isHidden(spot)) return undefined;
      return { ...spot.node, properties: { ...properties, further: { type } } };
    }),
  ),
  atNode("mark an enum of a response as closed, or no more", "schema", ({ node, pointer }) => {
    if (!Array.isArray(node["enum"]) || !pointer.includes("/responses/")) return undefined;
    return node["x-closed"] === true ? without(node, "x-closed") : { ...node, "x-closed": true };
  }),
];
