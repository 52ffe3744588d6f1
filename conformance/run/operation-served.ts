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
  const { body, parameters } = operation;
  return body !== undefined || parameters.some(({ in: place, required }) => place !== "path" && required);
}

/**
 * Finding for an operation that answered every valid request with one of the statuses of unknown paths, methods and
 * media types, without documenting it, or with a documented 500, which no check of single exchanges reports. Undefined
 * if the path names an item that may not exist.
 */
export function unservedOperation(operation: Operation, tally: Tally | undefined): Finding | undefined {
  const exchange = tally?.unserved;
  if (!exchange || tally.successes > 0 || (operation.path.includes("{") && !tally.isArranged)) return undefined;
  const { status } = exchange.response;
  const count = tally.misses.get(status) ?? 0;
  const total = [...tally.misses.values()].reduce((sum, each) => sum + each, 0);
  const isFailing = status >= 500;
  const isDocumented = operation.responses.some((each) => each.status === String(status));
  if (count < total || (isFailing ? !isDocumented : mayRefuse(operation, status))) return undefined;
  const times = count === 1 ? "The only valid request" : `All ${count} valid requests`;
  const message = isFailing
    ? `${times} failed with ${status}, which the contract has for errors of the server: the operation does not work`
    : `${times} ${count === 1 ? "was" : "were"} refused with ${status}, which the contract lacks: the target does not serve the operation as the contract describes it`;
  return { check: operationServed.id, key: String(status), message, basis: operation.basis, operation, exchange };
}
