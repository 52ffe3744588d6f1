import { type Contract, type Operation, type Role, rolesOf } from "../../contracts/index.ts";

const cache = new WeakMap<Contract, ReadonlyMap<Operation, Role>>();

/** Roles of a contract's operations, cached per contract. */
export function rolesFor(contract: Contract): ReadonlyMap<Operation, Role> {
  let roles = cache.get(contract);
  if (!roles) cache.set(contract, (roles = rolesOf(contract)));
  return roles;
}
