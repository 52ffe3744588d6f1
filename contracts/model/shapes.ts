import type { Json, JsonObject } from "./json.ts";

/** Returns true for a JSON object, and false for an array. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Sets an own property. Works for the name "__proto__", too. */
export function define(target: Record<string, Json>, key: string, value: Json): void {
  if (key === "__proto__") {
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  } else {
    target[key] = value;
  }
}

/** Returns true if any object in a value passes the test, whether it is a node or not. Faster than `visitTree()`. */
export function someObject(value: Json, test: (object: JsonObject) => boolean): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.some((item: Json) => someObject(item, test));
  const object = value as JsonObject;
  if (test(object)) return true;
  for (const key in object) if (someObject(object[key] as Json, test)) return true;
  return false;
}
