import { type Contract, type Operation, canonicalPath, refusesUnknown } from "../../contracts/index.ts";
import { rolesFor } from "../model/roles.ts";

/**
 * True if an operation creates items. A PUT to an id that the client chooses (RFC 9110, 9.3.4) counts if no other
 * operation creates items of the collection, and its responses are those of one that does: 201, or no 404 where the
 * deletion of these items has one.
 */
export function createsItems(contract: Contract, operation: Operation): boolean {
  const roles = rolesFor(contract);
  const role = roles.get(operation);
  if (role?.kind === "create") return true;
  if (role?.kind !== "replace" || role.idParameter === undefined || role.part !== undefined) return false;
  if (!canonicalPath(operation.path).endsWith(`/{${role.idParameter}}`)) return false;
  const collection = canonicalPath(role.collection);
  const others = [...roles].filter(([, each]) => canonicalPath(each.collection) === collection);
  if (others.some(([, { kind }]) => kind === "create")) return false;
  const deletes = others.some(([other, { kind }]) => kind === "delete" && refusesUnknown(other));
  const documents201 = operation.responses.some(({ status }) => status === "201");
  return documents201 || (deletes && !refusesUnknown(operation));
}

/** Operation that creates the items of a collection. */
export function findCreatingOperation(contract: Contract, collection: string): Operation | undefined {
  return [...rolesFor(contract)].find(
    ([operation, role]) =>
      canonicalPath(role.collection) === canonicalPath(collection) && createsItems(contract, operation),
  )?.[0];
}
