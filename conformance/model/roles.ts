import { type Contract, type Operation, type Role, rolesOf, oncePer } from "../../contracts/index.ts";

/**
 * Roles of a contract's operations, computed once for each contract. An operation at another path than that of its items,
 * that names an item otherwise than by its id, counts as an action.
 */
export const rolesFor: (contract: Contract) => ReadonlyMap<Operation, Role> = oncePer(
  (contract) =>
    new Map(
      [...rolesOf(contract)].map(([operation, role]) => [
        operation,
        role.by !== undefined ? { kind: "action", collection: role.collection } : role,
      ]),
    ),
);
