import type { Contract, Operation } from "../model/contract.ts";
import type { Role } from "../model/role.ts";
import { mayBePartialUpdate } from "./partial-update.ts";
import { canonicalPath } from "./resource-paths.ts";
import { isUpsert } from "./upsert.ts";

/** Meaning of a successful operation for the item that it is about. */
export interface Law {
  /** Members that the body of a change does not send. */
  readonly rest: "kept" | "removed";
  /** False if the contract also allows the other reading of `rest`. */
  readonly isRestStated: boolean;
  /** True if the operation creates an item that does not exist. */
  readonly makesMissing: boolean;
}

/**
 * The law of an operation. A PUT replaces the whole item, unless its text or its schema says that it changes a part and
 * no PATCH of the item exists. All other changes keep what they do not name.
 */
export function deriveLaw(contract: Contract, operation: Operation, role: Role): Law {
  const mayKeep = mayBePartialUpdate(contract, operation, role.sentIn ?? role.wrapper);
  const isWhole =
    operation.method === "PUT" && role.kind !== "transition" && !(mayKeep && !hasPatch(contract, operation));
  const isWrite = role.kind === "replace" || role.kind === "update";
  return {
    rest: isWhole ? "removed" : "kept",
    isRestStated: !mayKeep,
    makesMissing: role.kind === "create" || (isWrite && isUpsert(contract, operation)),
  };
}

function hasPatch({ operations }: Contract, { path }: Operation): boolean {
  return operations.some((other) => other.method === "PATCH" && canonicalPath(other.path) === canonicalPath(path));
}

/** True if an operation documents the refusal of an item that does not exist. */
export function refusesUnknown({ responses }: Operation): boolean {
  return responses.some(({ status }) => status === "404" || status === "410");
}

/** True for the status of an item that does not exist, or no longer does. */
export function isGoneStatus(status: number): boolean {
  return status === 404 || status === 410;
}
