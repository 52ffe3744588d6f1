import type { Route } from "../../contracts/index.ts";
import type { Awaitable } from "../model/awaitable.ts";
import type { JournalEntry, RecordedExchange } from "./entry.ts";
import { boundSize } from "./exchange-size.ts";
import { type JournalQuery, checkQuery, matchesQuery } from "./query.ts";
import { readJournalEntry } from "./read-entry.ts";
import type { BudgetedJournal, MemoryBudget } from "./memory-budget.ts";

/** Exchanges of an organization with the mock. */
export interface Journal {
  /** Undefined for the journal of all organizations. */
  readonly organization?: string;
  /** Operations of the mock. */
  readonly routes: readonly Route[];
  /** True if other processes record exchanges, too. Then only the result of `complete()` can be read. */
  readonly isShared?: boolean;
  /**
   * Result of `complete()` only: the time (RFC 3339) before which no exchange is missing, if a process did not write its
   * exchanges in time. Absent if none is missing.
   */
  readonly completeUntil?: string;
  /** Result of `complete()` only: number of exchanges that were dropped while the database was away. Absent if none. */
  readonly lost?: number;
  /** A journal that has all exchanges up to now, of all processes. Without other processes, the journal itself. */
  complete(): Promise<Journal>;
  /**
   * Exchanges that match the query, the earliest first. Secrets are masked.
   * @throws RangeError if the query is invalid, such as an unknown operation.
   * @throws Error if the journal is shared. Its message names `complete()`.
   */
  entries(query?: JournalQuery): JournalEntry[];
  /** Number of exchanges that match the query. Throws as `entries` does. */
  count(query?: JournalQuery): number;
  /** Forgets all exchanges. A promise if the journal is shared. */
  clear(): Awaitable<void>;
}

/** Journal that records exchanges. */
export interface WritableJournal extends Journal {
  /** Number of recorded exchanges. */
  readonly size: number;
  /** Exchanges that match the query, the earliest first. `read` parses and masks one. */
  unreadEntries(query?: JournalQuery): readonly { readonly at: number; readonly read: () => JournalEntry }[];
  /** Records an exchange. It must not change afterwards. */
  record(exchange: RecordedExchange): void;
}

/** Settings of a journal. */
export interface JournalSettings {
  readonly organization: string;
  /** A getter, because contracts may be reloaded. */
  readonly routes: readonly Route[];
  /** Maximum number of exchanges. The latest are kept. */
  readonly limit: number;
  /** Memory that it shares with the journals of other organizations. */
  readonly budget: MemoryBudget;
  /** Number of exchanges before the first one, which are counted but not kept. Default: 0. */
  readonly forgotten?: number;
}

/** Maximum number of bytes in one journal. The oldest exchanges are forgotten. */
const MAX_BYTES = 4 * 1024 * 1024;

/** Creates an empty journal. Recording stores references. Parsing and masking happen when entries are read. */
export function createJournal(settings: JournalSettings): WritableJournal {
  const { organization, limit, budget, forgotten = 0 } = settings;
  /** Ring buffer: exchange number n is at index (n - 1) % limit. */
  let ring: (RecordedExchange | undefined)[] = [];
  let total = forgotten;
  let dropped = forgotten;
  let bytes = 0;
  const budgeted: BudgetedJournal = {
    get size() {
      return total - dropped;
    },
    dropOldest,
  };

  const journal: WritableJournal = {
    organization,
    get routes() {
      return settings.routes;
    },
    complete: () => Promise.resolve(journal),
    get size() {
      return budgeted.size;
    },
    record(exchange) {
      if (limit === 0) return;
      boundSize(exchange);
      if (budgeted.size === limit) dropOldest();
      ring[total % limit] = exchange;
      total++;
      bytes += exchange.bytes;
      while (bytes > MAX_BYTES) dropOldest();
      budget.reserve(budgeted, exchange.bytes);
    },
    entries: (query = {}) => matching(query).map(([recorded, number]) => readJournalEntry(recorded, number)),
    unreadEntries: (query = {}) =>
      matching(query).map(([recorded, number]) => ({
        at: recorded.at,
        read: () => readJournalEntry(recorded, number),
      })),
    count: (query = {}) => matching(query).length,
    clear() {
      budget.release(bytes);
      budget.remove(budgeted);
      ring = [];
      total = dropped = bytes = 0;
    },
  };
  return journal;

  function dropOldest(): void {
    const { bytes: size } = ring[dropped % limit] as RecordedExchange;
    ring[dropped % limit] = undefined;
    dropped++;
    bytes -= size;
    budget.release(size);
  }

  function matching(query: JournalQuery): (readonly [RecordedExchange, number])[] {
    checkQuery(query, settings.routes);
    const maximum = query.limit ?? Infinity;
    const result: (readonly [RecordedExchange, number])[] = [];
    for (let number = total; number > dropped && result.length < maximum; number--) {
      const recorded = ring[(number - 1) % limit] as RecordedExchange;
      if (matchesQuery(recorded, query)) result.push([recorded, number]);
    }
    return result.toReversed();
  }
}
