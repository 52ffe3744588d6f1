import { type Json, type JsonObject, type Role, define, isObject, itemInEntry } from "../../../contracts/index.ts";

/** The members of an object. Empty for any other value. */
export function toMembers(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

/** The members with these names, if they exist. */
export function pickMembers(values: Readonly<Record<string, Json>>, names: readonly string[]): JsonObject {
  const picked: Record<string, Json> = {};
  for (const name of names) if (Object.hasOwn(values, name)) define(picked, name, values[name] as Json);
  return picked;
}

/**
 * A new object with the members of several ones. Of members with the same name, the last one applies. Spreading them
 * into a literal gives the same, but copies all members after the first object one by one, and each empty one, too.
 */
export function joinMembers(...parts: readonly (JsonObject | undefined)[]): Record<string, Json> {
  let joined: Record<string, Json> | undefined;
  for (const part of parts) {
    if (part === undefined || isEmptyObject(part)) continue;
    if (joined === undefined) joined = { ...part };
    else for (const name in part) define(joined, name, part[name] as Json);
  }
  return joined ?? {};
}

function isEmptyObject(object: JsonObject): boolean {
  for (const _ in object) return false;
  return true;
}

/** The objects in a list. Empty for any other value. */
export function filterObjects(value: Json | undefined): readonly JsonObject[] {
  if (Array.isArray(value)) return value.filter(isObject);
  return [];
}

/** The items in the entries of a list that are objects. Empty for any other value. */
export function listEntryItems(list: Json | undefined, role: Role): readonly JsonObject[] {
  return filterObjects(filterObjects(list).map((entry) => itemInEntry(entry, role)));
}

/** A value in the type of a member: 2 for "2". Undefined if it has none. */
export function convertLike(member: Json | undefined, value: Json): Json | undefined {
  if (typeof member === typeof value) return value;
  if (typeof member === "string" && typeof value === "number") return String(value);
  const isNumber = typeof member === "number" && typeof value === "string" && String(Number(value)) === value;
  if (isNumber && Number.isFinite(Number(value))) return Number(value);
  return undefined;
}
