import type { Contract } from "../../contracts/index.ts";
import { type AffectedExchange, describeCall, withUnlisted } from "../../conformance/index.ts";
import type { Journal, PlatformOptions } from "../../mock/index.ts";

/** Maximum number of affected calls that are kept: the latest. */
const MAX_KEPT = 1000;

/** Maximum number of all calls that are kept: the latest. */
const MAX_EXCHANGES = 2000;

/** Counts the calls of a run, and keeps the latest of all and of those that faults affected. The journal may drop them. */
export interface AffectedCalls {
  /** Receives each call after its response. */
  readonly observe: NonNullable<PlatformOptions["observe"]>;
  readonly counts: {
    readonly calls: number;
    readonly affected: number;
    /** Calls by method and path. */
    readonly callsByPlace: ReadonlyMap<string, number>;
  };
  /** The latest affected calls, the earliest first. */
  readonly latest: readonly AffectedExchange[];
  /** The latest of all calls, the earliest first. */
  readonly exchanges: readonly AffectedExchange[];
}

/** Counts calls, and reads the affected ones from the journal while they are its latest. */
export function createAffectedCalls(
  contracts: readonly Contract[],
  journalOf: (organization: string) => Journal,
): AffectedCalls {
  const callsByPlace = new Map<string, number>();
  const counts = { calls: 0, affected: 0, callsByPlace };
  const latest: AffectedExchange[] = [];
  const exchanges: AffectedExchange[] = [];
  return {
    counts,
    latest,
    exchanges,
    observe({ faults }, organization) {
      counts.calls++;
      const [entry] = journalOf(organization).entries({ limit: 1 });
      const exchange = entry && faults ? withUnlisted(contracts, entry) : entry;
      if (exchange) {
        const place = describeCall(exchange);
        callsByPlace.set(place, (callsByPlace.get(place) ?? 0) + 1);
        exchanges.push(exchange);
      }
      if (exchanges.length > MAX_EXCHANGES) exchanges.shift();
      if (!faults) return;
      counts.affected++;
      if (exchange) latest.push(exchange);
      if (latest.length > MAX_KEPT) latest.shift();
    },
  };
}
