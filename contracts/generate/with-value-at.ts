import type { Json } from "../model/json.ts";
import { define, isObject } from "../model/shapes.ts";

/** Copy of a value with the part at a path changed. If the path does not exist, the value is returned unchanged. */
export function withValueAt(value: Json, path: readonly string[], change: (value: Json) => Json): Json {
  const [key, ...rest] = path;
  if (key === undefined) return change(value);
  if (Array.isArray(value))
    return value.map((item, index) => (index === Number(key) ? withValueAt(item, rest, change) : item));
  if (!isObject(value) || !Object.hasOwn(value, key)) return value;
  const result: Record<string, Json> = {};
  for (const [name, item] of Object.entries(value))
    define(result, name, name === key ? withValueAt(item, rest, change) : item);
  return result;
}
