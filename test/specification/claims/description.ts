import { object } from "../../../contracts/model/json-parts.ts";
import type { Json, Location } from "../../../contracts/index.ts";
import type { Look } from "../row.ts";

/** Looks for words in the description of a node, which stands at this place. */
export function inDescription(node: Json | undefined, words: string, at: Location): Look {
  return isDescribed(node, words) ? { at: [at] } : { missing: "its description does not say so" };
}

/** Whether the description of a node says this. */
export function isDescribed(node: Json | undefined, words: string): boolean {
  const { description } = object(node);
  return typeof description === "string" && description.includes(words);
}
