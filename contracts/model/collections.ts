import { type Bodies, type Many, isWithin } from "./bodies.ts";
import type { Contract, JsonSchema } from "./contract.ts";
import type { Role } from "./role.ts";

/** The collections of a contract, as their paths tell. */
export interface Collections {
  readonly contract: Contract;
  readonly bodies: Bodies;
  /** The parameter that names an item, for each collection that has one. */
  readonly idParameters: ReadonlyMap<string, string>;
  itemSchema(collection: string): JsonSchema | undefined;
  listOf(many: Many, collection: string): Role;
}

/** Whether a body is an item of a collection: it has the item's id, and nothing else than the item has, or all of it. */
export function isShown(
  schema: JsonSchema,
  collection: string,
  { bodies, idParameters, itemSchema }: Collections,
): boolean {
  const parameter = idParameters.get(collection) ?? "id";
  const item = itemSchema(collection);
  const { idProperty, wrapper } = bodies.idIn(item, parameter);
  if (item === undefined || idProperty === undefined) return false;
  const whole = bodies.names(bodies.unwrapped(item, wrapper));
  const own = bodies.names(bodies.unwrapped(schema, bodies.idIn(schema, parameter).wrapper));
  return own.has(idProperty) && ((own.size > 1 && isWithin(own, whole)) || isWithin(whole, own));
}
