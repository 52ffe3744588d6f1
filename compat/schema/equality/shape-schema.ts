import type { JsonSchema } from "../../../contracts/index.ts";
import { choosing } from "../../../contracts/generate/index.ts";

/** Schema of the values that match all given schemas, each of which is an alternative of the one before. */
export function shapeSchema([whole = true, ...shapes]: readonly JsonSchema[]): JsonSchema {
  if (shapes.length === 0) return whole;
  return choosing(whole, shapes);
}
