import { type Contract, type Operation, type Role, canonicalPath, rolesOf } from "../../contracts/index.ts";
import type { Shadowed } from "../calls/addressing.ts";

/** The role of an operation, with the place of its collection in state. */
export interface PlacedRole extends Role {
  /** Prefix of the path of the collection in state: the name of the API, if another API has the same path. */
  readonly home?: string;
}

/**
 * The roles in a contract. If another API has an operation with the same method and path, which requests without the
 * name of an API reach, both APIs have separate collections, so that items of two kinds do not mix. A path that only
 * one of them has stays shared.
 */
export function placedRoles(contract: Contract, shadowed: readonly Shadowed[]): ReadonlyMap<Operation, PlacedRole> {
  const roles = rolesOf(contract);
  const hidden = new Set(shadowed.filter(({ api, by }) => api === contract.api && by !== api).map(({ name }) => name));
  if (hidden.size === 0) return roles;
  const collections = [...roles]
    .filter(([{ name, path }, role]) => hidden.has(name) && isWithin(canonicalPath(path), role.collection))
    .map(([, role]) => role.collection);
  const home = `/${encodeURIComponent(contract.api)}`;
  const placed = (role: Role): PlacedRole =>
    collections.some((collection) => isWithin(role.collection, collection)) ? { ...role, home } : role;
  return new Map([...roles].map(([operation, role]) => [operation, placed(role)]));
}

function isWithin(path: string, collection: string): boolean {
  return path === collection || (path.startsWith(collection) && "/:".includes(path.charAt(collection.length)));
}
