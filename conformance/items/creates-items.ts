import { type Contract, type Operation, canonicalPath } from "../../contracts/index.ts";
import { rolesFor } from "../model/roles.ts";

/**
 * True if an operation creates items. A PUT to an id that the client chooses (RFC 9110, 9.3.4) counts if no other
 * operation creates items of the collection.
 */
export function createsItems(contract: Contract, operation: Operation): boolean {
  const roles = rolesFor(contract);
  const role = roles.get(operation);
  if (role?.kind === "create") return true;
  if (role?.kind !== "replace" || role.idParameter === undefined || role.part !== undefined) return false;
  if (!canonicalPath(operation.path).endsWith(`/{${role.idParameter}}`)) return false;
  if (!operation.responses.some(({ status }) => status === "201")) return false;
  const collection = canonicalPath(role.collection);
  return ![...roles.values()].some((each) => each.kind === "create" && canonicalPath(each.collection) === collection);
}

/** Operation that creates the items of a collection. */
export function creatingOperationOf(contract: Contract, collection: string): Operation | undefined {
  return [...rolesFor(contract)].find(
    ([operation, role]) =>
      canonicalPath(role.collection) === canonicalPath(collection) && createsItems(contract, operation),
  )?.[0];
}
