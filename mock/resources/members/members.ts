import { type Json, type JsonObject, type Role, isObject, itemInEntry } from "../../../contracts/index.ts";

/** The members of an object. Empty for any other value. */
export function membersIn(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

/** The members with these names, if they exist. */
export function pickMembers(values: Readonly<Record<string, Json>>, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    names.flatMap((name) => (Object.hasOwn(values, name) ? [[name, values[name] as Json]] : [])),
  );
}

/** The objects in a list. Empty for any other value. */
export function objectsIn(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** The items in the entries of a list that are objects. Empty for any other value. */
export function listedObjectsIn(list: Json | undefined, role: Role): readonly JsonObject[] {
  return objectsIn(objectsIn(list).map((entry) => itemInEntry(entry, role)));
}
