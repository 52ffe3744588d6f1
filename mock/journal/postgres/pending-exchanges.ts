import type { RecordedExchange } from "../entry.ts";
import { boundSize } from "../exchange-size.ts";

/** Exchange that is not written yet. */
export interface PendingExchange {
  readonly organization: string;
  readonly exchange: RecordedExchange;
  /** Place in the order of this process, from 1. */
  readonly sequence: number;
  /** End of the exchange, by the clock of the process that measures durations, in milliseconds. */
  readonly endedAt: number;
}

export interface PendingLimits {
  readonly exchanges: number;
  readonly bytes: number;
}

/** Exchanges that wait to be written. Beyond the limits, the oldest are dropped, and counted. */
export interface PendingExchanges {
  /** Number of exchanges. */
  readonly size: number;
  /** Place of the last exchange that was added. */
  readonly last: number;
  /** Number of all exchanges that were dropped. */
  readonly lost: number;
  add(organization: string, exchange: RecordedExchange, endedAt: number): void;
  /** Takes the oldest exchanges out: as many as the limits allow, and at least one. */
  take(limits: PendingLimits): readonly PendingExchange[];
  /** Number of dropped exchanges by organization that are not reported yet. */
  unreported(): ReadonlyMap<string, number>;
  /** Takes out numbers of dropped exchanges that were reported. */
  report(numbers: ReadonlyMap<string, number>): void;
  /** Counts an exchange that was taken out and cannot be written. */
  lose(organization: string): void;
}

/**
 * Maximum number of organizations whose dropped exchanges are counted by themselves. Anybody can invent organizations.
 * Those of others are counted in `lost` alone.
 */
const MAX_LOSERS = 10_000;

export function createPendingExchanges(limits: PendingLimits): PendingExchanges {
  /** The oldest is at `first`. Those before it are gone. */
  let waiting: (PendingExchange | undefined)[] = [];
  let first = 0;
  let bytes = 0;
  let last = 0;
  let lost = 0;
  const losers = new Map<string, number>();
  const sizeOf = (): number => waiting.length - first;
  return {
    get size() {
      return sizeOf();
    },
    get last() {
      return last;
    },
    get lost() {
      return lost;
    },
    add(organization, exchange, endedAt) {
      boundSize(exchange);
      waiting.push({ organization, exchange, sequence: ++last, endedAt });
      bytes += exchange.bytes;
      while (sizeOf() > limits.exchanges || bytes > limits.bytes) lose(removeOldest().organization);
    },
    take({ exchanges, bytes: maximum }) {
      const taken: PendingExchange[] = [];
      let size = 0;
      while (sizeOf() > 0 && taken.length < exchanges) {
        size += (waiting[first] as PendingExchange).exchange.bytes;
        if (size > maximum && taken.length > 0) break;
        taken.push(removeOldest());
      }
      return taken;
    },
    unreported: () => new Map(losers),
    report(numbers) {
      for (const [organization, number] of numbers) {
        const rest = (losers.get(organization) ?? 0) - number;
        if (rest > 0) losers.set(organization, rest);
        else losers.delete(organization);
      }
    },
    lose,
  };

  function removeOldest(): PendingExchange {
    const oldest = waiting[first] as PendingExchange;
    waiting[first++] = undefined;
    bytes -= oldest.exchange.bytes;
    // Rarely, because it copies the rest.
    if (first > 1000 && first > waiting.length / 2) {
      waiting = waiting.slice(first);
      first = 0;
    }
    return oldest;
  }

  function lose(organization: string): void {
    lost++;
    const known = losers.get(organization);
    if (known !== undefined || losers.size < MAX_LOSERS) losers.set(organization, (known ?? 0) + 1);
  }
}
