import { type Json, isObject } from "../../contracts/index.ts";

/** Deep copy of JSON. Several times faster than structuredClone. */
export function deepCopy<T extends Json>(value: T): T;
export function deepCopy(value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => deepCopy(item));
  if (!isObject(value)) return value;
  const result: Record<string, Json> = { ...value };
  for (const [name, member] of Object.entries(result))
    if (typeof member === "object" && member !== null) result[name] = deepCopy(member);
  return result;
}
