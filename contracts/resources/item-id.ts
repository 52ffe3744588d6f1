import type { Json, JsonObject } from "../model/json.ts";
import type { Role } from "../model/role.ts";
import { stepped, withStepped } from "./steps.ts";

type Keyed = Pick<Role, "idProperty">;

/** The id that an item shows, in `id` or in `metadata.name`. */
export function idShown(item: Json | undefined, { idProperty }: Keyed): Json | undefined {
  return idProperty === undefined ? undefined : stepped(item, stepsIn(item, idProperty));
}

/** The item with an id in the place of the one that it shows, if its role has a place for ids. */
export function withIdShown(item: JsonObject, { idProperty }: Keyed, id: Json): JsonObject {
  return idProperty === undefined ? item : (withStepped(item, stepsIn(item, idProperty), id) as JsonObject);
}

/** The item without the id that it shows. */
export function withoutIdShown(item: JsonObject, { idProperty }: Keyed): JsonObject {
  const steps = idProperty === undefined ? [] : stepsIn(item, idProperty);
  const holder = stepped(item, steps.slice(0, -1)) as JsonObject | undefined;
  if (steps.length === 0 || holder === undefined) return item;
  const { [steps.at(-1) as string]: _, ...others } = holder;
  return withStepped(item, steps.slice(0, -1), others) as JsonObject;
}

/** A property may itself be called "user.id". */
function stepsIn(item: Json | undefined, idProperty: string): readonly string[] {
  return stepped(item, [idProperty]) === undefined ? idProperty.split(".") : [idProperty];
}
