import { type Contract, type Operation, findResponse } from "../../contracts/index.ts";
import { isImpliedStatus, statusDocumented } from "../checks/status-documented.ts";
import { expectedStatus } from "../drift/sightings.ts";
import { type OverlayAction, describeSighting, buildOverlayActions } from "../drift/drift.ts";
import type { Exchange } from "../model/exchange.ts";
import type { Finding } from "../checks/finding.ts";

/** An undocumented status that every API may return, with the overlay that documents it. */
interface Expected {
  readonly finding: Finding;
  readonly operation: Operation;
  readonly patch: readonly OverlayAction[];
}

/** Keeps the first exchange of each operation with each expected but undocumented status. */
export interface ExpectedLog {
  /** Records an exchange. */
  seen(exchange: Exchange, operation: Operation, contract: Contract): void;
  all(): readonly Expected[];
}

/**
 * Expected statuses are logged apart from the checks. A finding would end the trial of a property and hide other flaws
 * of the same response, whereas an expected status is a gap of the contract, not a flaw of the target.
 */
export function createExpectedLog(): ExpectedLog {
  const kept = new Map<Operation, Map<number, Expected>>();
  return { seen: recordExpected, all: () => [...kept.values()].flatMap((statuses) => [...statuses.values()]) };

  function recordExpected(exchange: Exchange, operation: Operation, contract: Contract): void {
    const { status } = exchange.response;
    if (exchange.request.method !== operation.method || findResponse(operation, status)) return;
    // A removed operation documents no responses.
    if (operation.responses.length === 0) return;
    const statuses = kept.get(operation) ?? new Map<number, Expected>();
    kept.set(operation, statuses);
    if (statuses.has(status) || !isImpliedStatus(status, operation)) return;
    const sighting = expectedStatus(status, operation);
    statuses.set(status, {
      operation,
      patch: buildOverlayActions(sighting, contract),
      finding: {
        check: statusDocumented.id,
        key: String(status),
        message: describeSighting(sighting),
        basis: operation.basis,
        operation,
        exchange,
      },
    });
  }
}
