import type { JsonSchema } from "../model/json.ts";
import { type Bodies, type ItemList, isSubset } from "./bodies.ts";
import type { Contract } from "../model/contract.ts";
import type { IdentityIn } from "./item-keys.ts";
import type { Role } from "../model/role.ts";

/** Collections of a contract, derived from its paths. */
export interface Collections {
  readonly contract: Contract;
  readonly bodies: Bodies;
  /** Path parameter that identifies an item, by collection. */
  readonly idParameters: ReadonlyMap<string, string>;
  readonly idIn: IdentityIn;
  itemSchema(collection: string): JsonSchema | undefined;
  listOf(many: ItemList, collection: string): Role;
}

/**
 * Checks that a body is an item of a collection: it has the item's id, and its properties are a subset or a superset of
 * the item's.
 */
export function isItemOf(schema: JsonSchema, collection: string, { bodies, idIn, itemSchema }: Collections): boolean {
  const item = itemSchema(collection);
  const { idProperty, wrapper } = idIn(item, collection);
  if (item === undefined || idProperty === undefined) return false;
  const itemProperties = bodies.names(bodies.withoutWrapper(item, wrapper));
  const bodyProperties = bodies.names(bodies.withoutWrapper(schema, idIn(schema, collection).wrapper));
  return (
    bodyProperties.has(idProperty.split(".", 1)[0] as string) &&
    ((bodyProperties.size > 1 && isSubset(bodyProperties, itemProperties)) || isSubset(itemProperties, bodyProperties))
  );
}
