import type { Contract, Json, Operation, Role } from "../../contracts/index.ts";
import type { Exchange } from "../model/exchange.ts";
import { rolesFor } from "../model/roles.ts";
import type { WireRequest } from "../model/wire-message.ts";
import { pathWithoutVerb, pathsUpFrom, readingAt } from "./places.ts";
import type { SentRequest } from "./sent-request.ts";

/** Role of an operation. Undefined if the request has another method. */
export function roleOf({ request, operation, contract }: SentRequest): Role | undefined {
  return request.method === operation.method ? rolesFor(contract).get(operation) : undefined;
}

/** True for an operation whose only required parameters are in its path. */
export function isByPathAlone({ parameters }: Operation): boolean {
  return parameters.every((parameter) => parameter.in === "path" || !parameter.required);
}

export function isCreating({ kind }: Role): boolean {
  return kind === "create" || kind === "copy";
}

export function isWrite({ method }: WireRequest, role: Role | undefined): boolean {
  return method === "PUT" || method === "PATCH" || role?.kind === "replace" || role?.kind === "update";
}

/** True for a status that does not say how far the target came: 5xx, except "not implemented". */
export function mayHaveFailedLate({ response: { status } }: Exchange): boolean {
  return status >= 500 && status !== 501;
}

/** Paths of the items above a path, the longest first. */
export function itemsAbove(contract: Contract, path: string): readonly string[] {
  return pathsUpFrom(path)
    .slice(1)
    .filter((each) => readingAt(contract, each)?.operation.path.endsWith("}") === true);
}

/** Path of the item, or of the part of one, that a request concerns: the longest one that an operation reads. */
export function subjectOf(request: WireRequest, operation: Operation, contract: Contract): string | undefined {
  return pathsUpFrom(pathWithoutVerb(request, operation)).find((each) => readingAt(contract, each) !== undefined);
}

/** True for an id that a URL can name. It cannot name half of a surrogate pair. */
export function isNameable(id: Json | undefined): boolean {
  return typeof id !== "string" || id.isWellFormed();
}
