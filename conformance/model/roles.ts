import { type Contract, type Operation, type Role, rolesOf } from "../../contracts/index.ts";

const worked = new WeakMap<Contract, ReadonlyMap<Operation, Role>>();

/** The roles of a contract's operations, worked out once. */
export function rolesFor(contract: Contract): ReadonlyMap<Operation, Role> {
  let roles = worked.get(contract);
  if (!roles) worked.set(contract, (roles = rolesOf(contract)));
  return roles;
}
