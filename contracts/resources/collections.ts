import type { JsonSchema } from "../model/json.ts";
import { type Bodies, type Many, isWithin } from "./bodies.ts";
import type { Contract } from "../model/contract.ts";
import type { IdentityIn } from "./item-keys.ts";
import type { Role } from "../model/role.ts";

/** The collections of a contract, as their paths tell. */
export interface Collections {
  readonly contract: Contract;
  readonly bodies: Bodies;
  /** The parameter that names an item, for each collection that has one. */
  readonly idParameters: ReadonlyMap<string, string>;
  readonly idIn: IdentityIn;
  itemSchema(collection: string): JsonSchema | undefined;
  listOf(many: Many, collection: string): Role;
}

/** Whether a body is an item of a collection: it has the item's id, and nothing else than the item has, or all of it. */
export function isShown(schema: JsonSchema, collection: string, { bodies, idIn, itemSchema }: Collections): boolean {
  const item = itemSchema(collection);
  const { idProperty, wrapper } = idIn(item, collection);
  if (item === undefined || idProperty === undefined) return false;
  const whole = bodies.names(bodies.unwrapped(item, wrapper));
  const own = bodies.names(bodies.unwrapped(schema, idIn(schema, collection).wrapper));
  return (
    own.has(idProperty.split(".", 1)[0] as string) && ((own.size > 1 && isWithin(own, whole)) || isWithin(whole, own))
  );
}
