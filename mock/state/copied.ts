import { type Json, isObject } from "../../contracts/index.ts";

/** Deep copy of JSON. Several times faster than structuredClone. */
export function copied<T extends Json>(value: T): T;
export function copied(value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => copied(item));
  if (!isObject(value)) return value;
  const copy: Record<string, Json> = { ...value };
  for (const [name, member] of Object.entries(copy))
    if (typeof member === "object" && member !== null) copy[name] = copied(member);
  return copy;
}
