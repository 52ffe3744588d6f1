import type { Json, JsonObject } from "../model/json.ts";
import type { Role } from "../model/role.ts";
import { stepped, withStepped } from "./steps.ts";

type RoleWithId = Pick<Role, "idProperty">;

/** Id of an item, read from a property such as `id` or `metadata.name`. */
export function idShown(item: Json | undefined, { idProperty }: RoleWithId): Json | undefined {
  return idProperty === undefined ? undefined : stepped(item, idPath(item, idProperty));
}

/** Copy of an item with another id, if its role has a property for ids. */
export function withIdShown(item: JsonObject, { idProperty }: RoleWithId, id: Json): JsonObject {
  return idProperty === undefined ? item : (withStepped(item, idPath(item, idProperty), id) as JsonObject);
}

/** Copy of an item without its id. */
export function withoutIdShown(item: JsonObject, { idProperty }: RoleWithId): JsonObject {
  const steps = idProperty === undefined ? [] : idPath(item, idProperty);
  const holder = stepped(item, steps.slice(0, -1)) as JsonObject | undefined;
  if (steps.length === 0 || holder === undefined) return item;
  const { [steps.at(-1) as string]: _, ...others } = holder;
  return withStepped(item, steps.slice(0, -1), others) as JsonObject;
}

/** Path to the id. A property may itself be named "user.id". */
function idPath(item: Json | undefined, idProperty: string): readonly string[] {
  return stepped(item, [idProperty]) === undefined ? idProperty.split(".") : [idProperty];
}
