import { type Contract, type Operation, canonical } from "../../contracts/index.ts";
import { rolesFor } from "../model/roles.ts";

/**
 * Whether an operation makes items: also a PUT to an id that the client chooses (RFC 9110, 9.3.4), where nothing else
 * makes items of its collection.
 */
export function isMaking(contract: Contract, operation: Operation): boolean {
  const roles = rolesFor(contract);
  const role = roles.get(operation);
  if (role?.kind === "create") return true;
  if (role?.kind !== "replace" || role.idParameter === undefined || role.part !== undefined) return false;
  if (!canonical(operation.path).endsWith(`/{${role.idParameter}}`)) return false;
  if (!operation.responses.some(({ status }) => status === "201")) return false;
  const collection = canonical(role.collection);
  return ![...roles.values()].some((each) => each.kind === "create" && canonical(each.collection) === collection);
}

/** The operation that makes the items of a collection. */
export function makerOf(contract: Contract, collection: string): Operation | undefined {
  return [...rolesFor(contract)].find(
    ([operation, role]) => canonical(role.collection) === canonical(collection) && isMaking(contract, operation),
  )?.[0];
}
