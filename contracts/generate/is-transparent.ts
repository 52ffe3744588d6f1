import type { JsonObject } from "../model/json.ts";

/** Keywords that say nothing about a value by themselves. */
const transparentKeywords = new Set(["$ref", "allOf", "anyOf", "oneOf", "discriminator", "title", "description"]);

/** Checks that a schema only refers to others. A fork has those instead, or chains of references make it long. */
export function isTransparent(schema: JsonObject): boolean {
  return Object.keys(schema).every((keyword) => transparentKeywords.has(keyword));
}
