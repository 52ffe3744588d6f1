import type { Json, JsonObject } from "./json.ts";
import { isObject } from "./shapes.ts";

/** Returns the value if it is an object, otherwise an empty object. */
export function object(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

/** Returns the value if it is an array, otherwise an empty array. */
export function toList(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

/** Returns the value if it is a non-empty string, otherwise the fallback. */
export function nonEmptyText(value: Json | undefined, fallback: string): string {
  if (typeof value === "string" && value !== "") return value;
  return fallback;
}
