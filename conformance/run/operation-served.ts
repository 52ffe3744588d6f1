import { type Operation, findResponse } from "../../contracts/index.ts";
import type { Finding } from "../checks/finding.ts";
import type { Tally } from "../exercise/outcome-log.ts";

/** Check of an operation as a whole, not of a single exchange. */
export const operationServed = {
  id: "operation-served",
  claim:
    "No operation fails on every valid request with a 500, or refuses each with a 404, 405, 406 or 415 that the contract lacks",
} as const;

/**
 * True if the contract has the status, or a default response with which the operation may refuse what it was sent, such
 * as the name of an unknown item in the body.
 */
function mayRefuse(operation: Operation, status: number): boolean {
  const documented = findResponse(operation, status);
  if (documented?.status !== "default") return documented !== undefined;
  return !requiresNothing(operation);
}

/** Statuses that need not be the only ones. Some requests may fail before they get so far. */
const mostly = new Set([400, 422, 500]);

/**
 * Finding for an operation of which no valid request succeeds, and that answers all alike with a status of unknown paths,
 * methods and media types, which the contract lacks; or at least half with a documented 500, which no check of single
 * exchanges reports, or as wrong requests, although it requires nothing. Undefined if the path names an item that may
 * not exist, or if another kind of status says that the rest may be right.
 */
export function unservedOperation(operation: Operation, tally: Tally | undefined): Finding | undefined {
  if (!tally || tally.successes > 0 || (operation.path.includes("{") && !tally.isArranged)) return undefined;
  const total = [...tally.misses.values()].reduce((sum, each) => sum + each, 0);
  const isOnlyUnserved = [...tally.misses.keys()].every((miss) => tally.unserved.has(miss));
  for (const [miss, exchange] of isOnlyUnserved ? tally.unserved : []) {
    const { status } = exchange.response;
    const count = tally.misses.get(miss) ?? 0;
    // The state of an item may refuse a request as well, and some contracts have no other status for that.
    const isMostly = status === 500 || (mostly.has(status) && !operation.path.includes("{"));
    const isLike = count === total || (isMostly && 2 * count >= total);
    const reason = isLike ? explainLoneStatus(operation, status) : undefined;
    if (reason === undefined) continue;
    const all = count === 1 ? "The only valid request was" : `All ${count} valid requests were`;
    const most = `No valid request succeeds: ${count} of ${total} were`;
    const message = `${count === total ? all : most} answered with ${status}, ${reason}`;
    return { check: operationServed.id, key: String(status), message, basis: operation.basis, operation, exchange };
  }
  return undefined;
}

/** The reason why a status must not be the only one. Undefined if it may. */
function explainLoneStatus(operation: Operation, status: number): string | undefined {
  if (status === 500) {
    const isDocumented = operation.responses.some((each) => each.status === String(status));
    if (isDocumented) return "which the contract documents for server errors: the operation does not work";
    return undefined;
  }
  if (status === 400 || status === 422) {
    if (requiresNothing(operation))
      return "and the operation requires neither parameters nor a body: no request can be right";
    return undefined;
  }
  if (mayRefuse(operation, status)) return undefined;
  return "which the contract lacks: the target does not serve the operation as the contract describes it";
}

function requiresNothing({ body, parameters }: Operation): boolean {
  return body === undefined && parameters.every(({ in: place, required }) => place === "path" || !required);
}
