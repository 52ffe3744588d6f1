import type { Operation } from "../../contracts/index.ts";
import type { Exchange, ExchangeRecord } from "../model/exchange.ts";
import type { Property } from "../scope/property.ts";
import { type ResponseFailure, classifyResponse } from "../checks/response-failure.ts";

/** The requests of the run's own identity to one operation. */
export interface Tally {
  readonly successes: number;
  /** Number of valid requests without success, by status or kind. Status 0 means no response. */
  readonly misses: ReadonlyMap<ResponseFailure, number>;
  /** Number of responses, including those to invalid requests. */
  readonly requests: number;
  /** True if an item was found or created for each path parameter. */
  readonly isArranged: boolean;
  /** The first valid request that was refused with 401 or 403. */
  readonly refused?: Exchange;
  /**
   * The first valid request for each status with which a request is answered as a wrong one, as an unknown path, method or
   * media type, or with 500.
   */
  readonly unserved: ReadonlyMap<ResponseFailure, Exchange>;
}

/** Counts successes and other responses of each operation. */
export interface OutcomeLog {
  record(record: ExchangeRecord): void;
  /** Counts a request without a response, or with a response that does not end. */
  recordUnanswered(operation: Operation, miss?: 0 | "endless"): void;
  /** Remembers that the path of an operation can name an existing item. */
  recordArranged(operation: Operation): void;
  /** Forgets that, because no request for such an item may be sent. */
  recordWithheld(operation: Operation): void;
  tallyOf(operation: Operation): Tally | undefined;
  /** True if a valid request to any operation succeeded. */
  hasSuccess(): boolean;
}

/** Statuses of wrong requests, of unknown paths, methods and media types, and of a server that fails. */
const unservedStatuses: ReadonlySet<ResponseFailure> = new Set([400, 404, 405, 406, 415, 422, 500]);

type Counting = { -readonly [key in keyof Omit<Tally, "misses" | "unserved">]: Tally[key] } & {
  readonly misses: Map<ResponseFailure, number>;
  readonly unserved: Map<ResponseFailure, Exchange>;
};

export function createOutcomeLog(properties: readonly Property[]): OutcomeLog {
  const sendingInvalid = new Set(properties.filter(({ sendsInvalid }) => sendsInvalid).map(({ id }) => id));
  const tallies = new Map<Operation, Counting>();
  return {
    record({ exchange, operation, property }) {
      const { request, as } = exchange;
      if (as || request.method !== operation.method) return;
      const tally = getOrCreateTally(operation);
      tally.requests++;
      const miss = classifyResponse(exchange, operation);
      // The response to an invalid request shows nothing about valid ones.
      if (property !== undefined && sendingInvalid.has(property)) return;
      if (miss === undefined) tally.successes++;
      else countMiss(tally, miss, exchange);
    },
    recordUnanswered: (operation, miss = 0) => countMiss(getOrCreateTally(operation), miss),
    recordArranged: (operation) => void (getOrCreateTally(operation).isArranged = true),
    recordWithheld: (operation) => void (getOrCreateTally(operation).isArranged = false),
    tallyOf: (operation) => tallies.get(operation),
    hasSuccess: () => tallies.values().some(({ successes }) => successes > 0),
  };

  function getOrCreateTally(operation: Operation): Counting {
    const known = tallies.get(operation) ?? {
      successes: 0,
      misses: new Map(),
      unserved: new Map(),
      requests: 0,
      isArranged: false,
    };
    tallies.set(operation, known);
    return known;
  }

  function countMiss(tally: Counting, miss: ResponseFailure, exchange?: Exchange): void {
    tally.misses.set(miss, (tally.misses.get(miss) ?? 0) + 1);
    if (exchange && (miss === 401 || miss === 403)) tally.refused ??= exchange;
    if (exchange && unservedStatuses.has(miss) && !tally.unserved.has(miss)) tally.unserved.set(miss, exchange);
  }
}
