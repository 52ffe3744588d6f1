import { type Contract, type Operation, type Role, rolesOf, oncePer } from "../../contracts/index.ts";

/** Roles of a contract's operations, computed once for each contract. */
export const rolesFor: (contract: Contract) => ReadonlyMap<Operation, Role> = oncePer(rolesOf);
