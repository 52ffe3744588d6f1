import { type Operation, responseFor } from "../../contracts/index.ts";
import type { Finding } from "../checks/finding.ts";
import type { Tally } from "../exercise/outcome-log.ts";

/** Check of an operation as a whole, not of a single exchange. */
export const operationServed = {
  id: "operation-served",
  claim:
    "No operation fails with a 500 on every valid request, or refuses each with a 404, 405, 406 or 415 that the contract lacks",
} as const;

/**
 * True if the contract has the status, or a default response with which the operation may refuse what it was sent, such
 * as the name of an unknown item in the body.
 */
function mayRefuse(operation: Operation, status: number): boolean {
  const documented = responseFor(operation, status);
  if (documented?.status !== "default") return documented !== undefined;
  return !requiresNothing(operation);
}

/**
 * Finding for an operation that answered every valid request alike: with a status of unknown paths, methods and media
 * types, which the contract lacks; with a documented 500, which no check of single exchanges reports; or as a wrong
 * request, although it requires nothing. Undefined if the path names an item that may not exist.
 */
export function unservedOperation(operation: Operation, tally: Tally | undefined): Finding | undefined {
  const exchange = tally?.unserved;
  if (!exchange || tally.successes > 0 || (operation.path.includes("{") && !tally.isArranged)) return undefined;
  const { status } = exchange.response;
  const count = tally.misses.get(status) ?? 0;
  const total = [...tally.misses.values()].reduce((sum, each) => sum + each, 0);
  const reason = reasonFor(operation, status);
  if (count < total || reason === undefined) return undefined;
  const all = count === 1 ? "The only valid request was" : `All ${count} valid requests were`;
  const message = `${all} answered with ${status}, ${reason}`;
  return { check: operationServed.id, key: String(status), message, basis: operation.basis, operation, exchange };
}

/** The reason why a status must not be the only one. Undefined if it may. */
function reasonFor(operation: Operation, status: number): string | undefined {
  if (status === 500) {
    const isDocumented = operation.responses.some((each) => each.status === String(status));
    return isDocumented ? "which the contract has for errors of the server: the operation does not work" : undefined;
  }
  if (status === 400 || status === 422)
    return requiresNothing(operation)
      ? "and the operation requires neither parameters nor a body: no request can be right"
      : undefined;
  return mayRefuse(operation, status)
    ? undefined
    : "which the contract lacks: the target does not serve the operation as the contract describes it";
}

function requiresNothing({ body, parameters }: Operation): boolean {
  return body === undefined && parameters.every(({ in: place, required }) => place === "path" || !required);
}
