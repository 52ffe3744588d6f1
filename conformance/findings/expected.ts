import { type Contract, type Operation, responseFor } from "../../contracts/index.ts";
import { goesWithoutSaying, statusDocumented } from "../checks/status-documented.ts";
import { expectedStatus } from "../drift/beyond.ts";
import { type OverlayAction, messageOf, overlayOf } from "../drift/drift.ts";
import type { Exchange } from "../model/exchange.ts";
import type { Finding } from "../checks/finding.ts";

/** A status that was to be expected, with what makes the contract document it. */
interface Expected {
  readonly finding: Finding;
  readonly operation: Operation;
  readonly patch: readonly OverlayAction[];
}

/** Keeps, of each operation, the first answer with each status that it does not document though it goes without saying. */
export interface ExpectedLog {
  /** Is told of every exchange. */
  seen(exchange: Exchange, operation: Operation, contract: Contract): void;
  all(): readonly Expected[];
}

/**
 * They are kept beside the checks: a finding ends a property's trial, is shrunk, and would hide what is wrong with the
 * same answer. One of them tells of the contract, and of no fault of the target.
 */
export function createExpectedLog(): ExpectedLog {
  const kept = new Map<Operation, Map<number, Expected>>();
  return { seen, all: () => [...kept.values()].flatMap((statuses) => [...statuses.values()]) };

  function seen(exchange: Exchange, operation: Operation, contract: Contract): void {
    const { status } = exchange.response;
    if (exchange.request.method !== operation.method || responseFor(operation, status)) return;
    // One that was removed documents nothing any more.
    if (operation.responses.length === 0) return;
    const statuses = kept.get(operation) ?? new Map<number, Expected>();
    kept.set(operation, statuses);
    if (statuses.has(status) || !goesWithoutSaying(status, operation)) return;
    const sighting = expectedStatus(status, operation);
    statuses.set(status, {
      operation,
      patch: overlayOf(sighting, contract),
      finding: {
        check: statusDocumented.id,
        key: String(status),
        message: messageOf(sighting),
        basis: operation.basis,
        operation,
        exchange,
      },
    });
  }
}
