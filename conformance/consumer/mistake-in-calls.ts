import type { Contract } from "../../contracts/index.ts";
import type { RunConditions } from "./mock-factory.ts";
import { mistakeInRun } from "./rules/mistake-in-run.ts";
import { type CallsOfRun, describeCall } from "./rules/rule.ts";
import { type JournalExchange, withUnlisted } from "./with-unlisted.ts";

/** Calls of a consumer to a mock. */
export interface JudgedCalls {
  /** Conditions that the consumer worked under. */
  readonly conditions: Pick<RunConditions, "isJudgedByCalls">;
  readonly contracts: readonly Contract[];
  /** Its exchanges with the mock under a fault, the earliest first. */
  readonly exchanges: readonly JournalExchange[];
  /** Those without faults. If undefined, only those rules apply that do not compare. */
  readonly without: readonly JournalExchange[] | undefined;
}

/**
 * The first mistake that the calls of a consumer show, as a sentence: repeated before the time in Retry-After, or without
 * a bound; a write that was refused with 409 and given up; an unknown enum value that is replaced. Undefined if there is none.
 */
export function mistakeInCalls({ conditions, contracts, exchanges, without }: JudgedCalls): string | undefined {
  return mistakeInRun({
    conditions,
    traffic: collectRunCalls(contracts, exchanges),
    without: without && collectRunCalls(contracts, without),
    // A test has a shorter limit than a whole run. Reaching it is no sign of calls without a bound.
    hasTimedOut: false,
  });
}

function collectRunCalls(contracts: readonly Contract[], journal: readonly JournalExchange[]): CallsOfRun {
  const exchanges = journal.map((each) => (each.faults ? withUnlisted(contracts, each) : each));
  const byPlace = Map.groupBy(exchanges, describeCall);
  return {
    calls: exchanges.length,
    callsByPlace: new Map([...byPlace].map(([place, { length }]) => [place, length])),
    struck: exchanges.filter(({ faults }) => faults),
    exchanges,
  };
}
