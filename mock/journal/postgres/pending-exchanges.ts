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

/** Numbers of exchanges of an organization that are not written. */
export interface Unwritten {
  /** Dropped, because later ones fill the journal of the organization: no read would return them. */
  readonly replaced: number;
  /** Dropped, because too many waited, or because the database refuses them. */
  readonly lost: number;
}

/**
 * Exchanges that wait to be written: of each organization the latest, as many as its journal keeps. Beyond the limits
 * of all, the oldest are lost.
 */
export interface PendingExchanges {
  /** Number of exchanges. */
  readonly size: number;
  /** Place of the last exchange that was added. */
  readonly last: number;
  /** Place of an exchange: no exchange up to there waits. */
  readonly passed: number;
  /** Number of all exchanges that were lost. */
  readonly lost: number;
  add(organization: string, exchange: RecordedExchange, endedAt: number): void;
  /** Takes the oldest exchanges out: as many as the limits allow, and at least one. */
  take(limits: PendingLimits): readonly PendingExchange[];
  /** Numbers of dropped exchanges by organization that are not reported yet. */
  unreported(): ReadonlyMap<string, Unwritten>;
  /** Takes out numbers of dropped exchanges that were reported. */
  report(numbers: ReadonlyMap<string, Unwritten>): void;
  /** Counts an exchange that was taken out and cannot be written. */
  lose(organization: string): void;
}

/**
 * Maximum number of organizations whose lost exchanges are counted by themselves. Anybody can invent organizations.
 * Those of others are counted in `lost` alone.
 */
const MAX_LOSERS = 10_000;

/** An exchange, and the next one of its organization. */
interface Waiting extends PendingExchange {
  next: Waiting | undefined;
}

/** Waiting exchanges of an organization, linked in their order. */
interface Line {
  oldest: Waiting;
  newest: Waiting;
  size: number;
}

/** @param kept number of exchanges of an organization that its journal keeps, at least 1. */
export function createPendingExchanges(limits: PendingLimits, kept: number): PendingExchanges {
  /** All, in their order. Undefined for those that are gone: all before `first`, and some after it. */
  let waiting: (Waiting | undefined)[] = [];
  let first = 0;
  let last = 0;
  let size = 0;
  let bytes = 0;
  let lost = 0;
  const lines = new Map<string, Line>();
  const dropped = new Map<string, Unwritten>();
  const passed = (): number => last - (waiting.length - first);
  return {
    get size() {
      return size;
    },
    get last() {
      return last;
    },
    get passed() {
      return passed();
    },
    get lost() {
      return lost;
    },
    add(organization, exchange, endedAt) {
      boundSize(exchange);
      const added: Waiting = { organization, exchange, sequence: ++last, endedAt, next: undefined };
      waiting.push(added);
      size++;
      bytes += exchange.bytes;
      const line = lines.get(organization);
      if (!line) lines.set(organization, { oldest: added, newest: added, size: 1 });
      else {
        line.newest = line.newest.next = added;
        line.size++;
        if (line.size > kept) {
          removeOldest(line.oldest);
          drop(organization, { replaced: 1, lost: 0 });
        }
      }
      while (size > limits.exchanges || bytes > limits.bytes) {
        const oldest = waiting[first] as Waiting;
        removeOldest(oldest);
        lose(oldest.organization);
      }
    },
    take({ exchanges, bytes: maximum }) {
      const taken: PendingExchange[] = [];
      let takenBytes = 0;
      for (let oldest = waiting[first]; oldest && taken.length < exchanges; oldest = waiting[first]) {
        takenBytes += oldest.exchange.bytes;
        if (takenBytes > maximum && taken.length > 0) break;
        taken.push(oldest);
        removeOldest(oldest);
      }
      return taken;
    },
    unreported: () => new Map(dropped),
    report(numbers) {
      for (const [organization, { replaced, lost: reported }] of numbers)
        drop(organization, { replaced: -replaced, lost: -reported });
    },
    lose,
  };

  /** Removes the oldest exchange of an organization. */
  function removeOldest(oldest: Waiting): void {
    waiting[oldest.sequence - passed() - 1 + first] = undefined;
    while (first < waiting.length && !waiting[first]) first++;
    size--;
    bytes -= oldest.exchange.bytes;
    const line = lines.get(oldest.organization) as Line;
    line.size--;
    if (oldest.next) line.oldest = oldest.next;
    else lines.delete(oldest.organization);
    // The journal keeps no later one by its link to this one.
    oldest.next = undefined;
    // Rarely, because it copies the rest.
    if (first > 1000 && first > waiting.length / 2) {
      waiting = waiting.slice(first);
      first = 0;
    }
  }

  function lose(organization: string): void {
    lost++;
    if (dropped.has(organization) || dropped.size < MAX_LOSERS) drop(organization, { replaced: 0, lost: 1 });
  }

  function drop(organization: string, { replaced, lost: more }: Unwritten): void {
    const known = dropped.get(organization);
    const next = { replaced: (known?.replaced ?? 0) + replaced, lost: (known?.lost ?? 0) + more };
    if (next.replaced > 0 || next.lost > 0) dropped.set(organization, next);
    else dropped.delete(organization);
  }
}
