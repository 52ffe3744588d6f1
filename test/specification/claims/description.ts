import { object } from "../../../contracts/model/json-parts.ts";
import type { Json, Location } from "../../../contracts/index.ts";
import type { Look } from "../row.ts";

/** Searches for words in the description of the node at a location. */
export function inDescription(node: Json | undefined, words: string, at: Location): Look {
  return isDescribed(node, words) ? { at: [at] } : { missing: "its description does not say so" };
}

/** Checks that the description of a node contains words. */
export function isDescribed(node: Json | undefined, words: string): boolean {
  const { description } = object(node);
  return typeof description === "string" && description.includes(words);
}
