import { type Contract, type Operation, type Role, canonical, rolesOf } from "../../contracts/index.ts";
import type { Shadowed } from "../calls/addressing.ts";

/** What an operation does, and where. */
export interface PlacedRole extends Role {
  /** What stands before the path of the collection in state: the name of the API, where another one has the same path. */
  readonly home?: string;
}

/**
 * The roles in a contract. Where one of its operations has the method and path of another API's, which a
 * request with that path means, both have collections of their own: things of two kinds would be mixed. What only
 * one of them has at a path stays where it is, for others to find.
 */
export function placedRoles(contract: Contract, shadowed: readonly Shadowed[]): ReadonlyMap<Operation, PlacedRole> {
  const roles = rolesOf(contract);
  const hidden = new Set(shadowed.filter(({ api, by }) => api === contract.api && by !== api).map(({ name }) => name));
  if (hidden.size === 0) return roles;
  const collections = [...roles]
    .filter(([{ name, path }, role]) => hidden.has(name) && isWithin(canonical(path), role.collection))
    .map(([, role]) => role.collection);
  const home = `/${encodeURIComponent(contract.api)}`;
  const placed = (role: Role): PlacedRole =>
    collections.some((collection) => isWithin(role.collection, collection)) ? { ...role, home } : role;
  return new Map([...roles].map(([operation, role]) => [operation, placed(role)]));
}

function isWithin(path: string, collection: string): boolean {
  return path === collection || (path.startsWith(collection) && "/:".includes(path.charAt(collection.length)));
}
