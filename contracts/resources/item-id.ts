import type { Json, JsonObject } from "../model/json.ts";
import { oncePerText } from "../model/once-per-text.ts";
import type { Role } from "../model/role.ts";
import { valueAtPath, withValueAtPath } from "./steps.ts";

type RoleWithId = Pick<Role, "idProperty" | "shownKey"> & Partial<Pick<Role, "collection">>;

/**
 * Id of an item, read from a property such as `id` or `metadata.name`. Of a resource name, such as "shelves/1/books/2"
 * in the collection of books, it is the last segment (AIP-122).
 */
export function extractItemId(item: Json | undefined, role: RoleWithId): Json | undefined {
  const value = findShownId(item, role);
  if (typeof value === "string") return value.slice(getNamePrefix(value, role).length);
  return value;
}

/** Copy of an item with another id, if its role has a property for ids. The parents in a resource name stay. */
export function withItemId(item: JsonObject, role: RoleWithId, id: Json): JsonObject {
  if (role.idProperty === undefined) return item;
  const shown = findShownId(item, role);
  const prefix = typeof shown === "string" ? getNamePrefix(shown, role) : "";
  const text = typeof id === "string" ? `${prefix}${id}` : id;
  return withValueAtPath(item, idPath(item, role.idProperty), text) as JsonObject;
}

function findShownId(item: Json | undefined, { idProperty, shownKey }: RoleWithId): Json | undefined {
  if (idProperty === undefined) return undefined;
  const id = valueAtPath(item, idPath(item, idProperty));
  if (id === undefined && shownKey !== undefined) return valueAtPath(item, idPath(item, shownKey));
  return id;
}

/** An item as a response shows it that names its id otherwise than the item does. */
export function withShownKey(item: JsonObject, role: RoleWithId): JsonObject {
  const id = role.shownKey === undefined ? undefined : extractItemId(item, role);
  if (id === undefined || role.shownKey === undefined) return item;
  return { ...item, [role.shownKey]: id };
}

/** Part of a resource name before the id: "shelves/1/books/". Empty if a value is no name in the collection. */
function getNamePrefix(value: string, { collection }: RoleWithId): string {
  if (collection === undefined || !value.includes("/")) return "";
  const id = value.lastIndexOf("/") + 1;
  const name = collection.slice(collection.lastIndexOf("/") + 1);
  const isName = name !== "" && id < value.length && `/${value.slice(0, id)}`.endsWith(`/${name}/`);
  return isName ? value.slice(0, id) : "";
}

/** Copy of an item without its id. */
export function withoutItemId(item: JsonObject, { idProperty }: RoleWithId): JsonObject {
  const steps = idProperty === undefined ? [] : idPath(item, idProperty);
  const holder = valueAtPath(item, steps.slice(0, -1)) as JsonObject | undefined;
  if (steps.length === 0 || holder === undefined) return item;
  const { [steps.at(-1) as string]: _, ...others } = holder;
  return withValueAtPath(item, steps.slice(0, -1), others) as JsonObject;
}

/** Path to the id. A property may itself be named "user.id". */
function idPath(item: Json | undefined, idProperty: string): readonly string[] {
  const steps = stepsOf(idProperty);
  if (steps.length === 1 || valueAtPath(item, [idProperty]) === undefined) return steps;
  return [idProperty];
}

const stepsOf = oncePerText((property) => property.split("."));
