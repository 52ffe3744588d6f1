import type { Json } from "./json.ts";
import { isObject } from "./shapes.ts";

/** Serializes a value with members sorted by name, so that equal values give equal text. */
export function canonicalJson(value: Json): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return JSON.stringify(value, (_key, item: Json) => {
    if (isObject(item))
      return Object.fromEntries(Object.entries(item).toSorted(([one], [other]) => (one < other ? -1 : 1)));
    return item;
  });
}
