import { textOf, unordered } from "./json-text.ts";
import { type Json, type JsonObject, isObject } from "../../../contracts/index.ts";

/** Values in a fixed order: numbers by size, all others by their text. */
export function inOrder(values: readonly Json[]): Json[] {
  return values.toSorted((one, other) => {
    if (typeof one === "number" && typeof other === "number") return one - other;
    const [fromBase, fromRevision] =
      typeof one === "string" && typeof other === "string" ? [one, other] : [textOf(one), textOf(other)];
    return fromBase < fromRevision ? -1 : Number(fromBase > fromRevision);
  });
}

/** Keywords whose schemas have no order. */
const schemas = new Set(["allOf", "anyOf", "oneOf"]);

/** Value of a keyword with all lists without order in a fixed order. */
export function inFixedOrder(value: Json): Json {
  if (Array.isArray(value)) return value.map(inFixedOrder);
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, one]): [string, Json] => {
    const inner = inFixedOrder(one);
    if (name === "dependentRequired" && isObject(inner)) return [name, byMember(inner)];
    const isFree = unordered.has(name) || schemas.has(name);
    return [name, Array.isArray(inner) && isFree ? inOrder(inner as Json[]) : inner];
  });
  return Object.fromEntries(members);
}

function byMember(lists: JsonObject): JsonObject {
  const ordered = Object.entries(lists).map(([name, list]): [string, Json] => [
    name,
    Array.isArray(list) ? inOrder(list as Json[]) : list,
  ]);
  return Object.fromEntries(ordered);
}
