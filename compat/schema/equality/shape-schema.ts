import type { JsonSchema } from "../../../contracts/index.ts";
import { choosing } from "../../../contracts/generate/index.ts";

/** What fits all of some schemas, of which each is a shape of the one before: a value has no other shape than that. */
export function shapeSchema([whole = true, ...shapes]: readonly JsonSchema[]): JsonSchema {
  return shapes.length === 0 ? whole : choosing(whole, shapes);
}
