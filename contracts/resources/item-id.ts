import type { Json, JsonObject } from "../model/json.ts";
import type { Role } from "../model/role.ts";
import { valueAtPath, withValueAtPath } from "./steps.ts";

type RoleWithId = Pick<Role, "idProperty">;

/** Id of an item, read from a property such as `id` or `metadata.name`. */
export function itemIdOf(item: Json | undefined, { idProperty }: RoleWithId): Json | undefined {
  return idProperty === undefined ? undefined : valueAtPath(item, idPath(item, idProperty));
}

/** Copy of an item with another id, if its role has a property for ids. */
export function withItemId(item: JsonObject, { idProperty }: RoleWithId, id: Json): JsonObject {
  return idProperty === undefined ? item : (withValueAtPath(item, idPath(item, idProperty), id) as JsonObject);
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
  return valueAtPath(item, [idProperty]) === undefined ? idProperty.split(".") : [idProperty];
}
