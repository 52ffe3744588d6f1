import {
  type Contract,
  type Operation,
  type Role,
  canonicalPath,
  lookupsIn,
  memberListsIn,
  membershipsIn,
  rolesOf,
} from "../../contracts/index.ts";
import { findViews } from "./views/views.ts";
import type { Shadowed } from "../calls/addressing.ts";

/** The role of an operation, with the path prefix of its collection in the stored state. */
export interface StoredRole extends Role {
  /** Prefix of the path of the collection in state: the name of the API, if another API has the same path. */
  readonly pathPrefix?: string;
}

/**
 * The roles in a contract. If another API has an operation with the same method and path, which requests without the
 * name of an API reach, both APIs have separate collections, so that items of two kinds do not mix. A path that only
 * one of them has stays shared.
 */
export function findStoredRoles(contract: Contract, shadowed: readonly Shadowed[]): ReadonlyMap<Operation, StoredRole> {
  const parts = new Map<Operation, { readonly role: Role }>([
    ...lookupsIn(contract),
    ...memberListsIn(contract),
    ...membershipsIn(contract),
  ]);
  const own = rolesOf(contract);
  const views = findViews(contract, own);
  const roles = new Map([...own].map(([each, role]) => [each, parts.get(each)?.role ?? views.get(each) ?? role]));
  const shadowedNames = new Set(
    shadowed.filter(({ api, by }) => api === contract.api && by !== api).map(({ name }) => name),
  );
  if (shadowedNames.size === 0) return roles;
  const collections = [...roles]
    .filter(([{ name, path }, role]) => shadowedNames.has(name) && isPathWithin(canonicalPath(path), role.collection))
    .map(([, role]) => role.collection);
  const pathPrefix = `/${encodeURIComponent(contract.api)}`;
  const withPrefix = (role: Role): StoredRole =>
    collections.some((collection) => isPathWithin(role.collection, collection)) ? { ...role, pathPrefix } : role;
  return new Map([...roles].map(([operation, role]) => [operation, withPrefix(role)]));
}

function isPathWithin(path: string, collection: string): boolean {
  return path === collection || (path.startsWith(collection) && "/:".includes(path.charAt(collection.length)));
}
