import type { Database } from "../../postgres/database.ts";
import { encodeName } from "../../state/storage-names.ts";
import type { RecordedExchange } from "../entry.ts";
import { createDatabaseClock } from "./database-clock.ts";
import { writeExchange } from "./exchange-text.ts";
import type { Partitions } from "./partitions.ts";
import {
  type PendingExchange,
  type PendingLimits,
  type Unwritten,
  createPendingExchanges,
} from "./pending-exchanges.ts";
import { statements } from "./statements.ts";
import type { Trimming } from "./trimming.ts";

/** Writes the exchanges of this process to the database, in batches and behind the requests. */
export interface JournalWriter {
  /** Number of exchanges that are not written yet. */
  readonly size: number;
  /** Number of exchanges that were dropped, because too many waited for the database. */
  readonly lost: number;
  record(organization: string, exchange: RecordedExchange): void;
  /** Time of the database, in microseconds since 1970. */
  now(): Promise<number>;
  /**
   * Writes all exchanges that were recorded before the call, and says to other processes that those which ended before
   * a time are there. The time must be one that the database has had.
   * @throws StorageError
   */
  publish(until: number): Promise<void>;
  /** Writes in the background from now on. */
  start(): Promise<void>;
  /** Writes the rest, as far as the database answers. Returns the number of exchanges that were not written. */
  close(): Promise<number>;
}

/** Exchanges that wait for the database: what is kept of an outage. */
const PENDING: PendingLimits = { exchanges: 20_000, bytes: 64 * 1024 * 1024 };

/** Exchanges in a statement. */
const BATCH: PendingLimits = { exchanges: 1000, bytes: 4 * 1024 * 1024 };

/**
 * Interval of writing, and of signs that nothing is missing, in milliseconds. Under load, most exchanges of an
 * organization are replaced by later ones in this time, and need not be written. A reader does not wait for it.
 */
const WRITE_MS = 500;

/** Number of comparisons with the clock of the database at the start: exchanges are in the order of that clock. */
const COMPARISONS = 5;

/** Number of intervals between drops of old partitions: an hour. */
const DROP_PAUSE = 7200;

/** Exchanges in a statement, with its values. It stays the same when it is written again. */
interface Batch {
  readonly exchanges: readonly PendingExchange[];
  readonly dropped: ReadonlyMap<string, Unwritten>;
  readonly values: readonly unknown[];
  /** Start and end of its exchanges by the database's clock, in microseconds. */
  readonly from: number;
  readonly until: number;
  /** Time that it publishes. 0 for none. */
  readonly published: number;
}

/** A time of the database, and the last exchange that was recorded before this process knew it. */
interface Mark {
  readonly time: number;
  readonly last: number;
}

interface WriterSettings {
  /** Maximum number of exchanges of an organization that are kept: the latest. */
  readonly limit: number;
  /** Clock of this process that only moves forward, in milliseconds. */
  readonly stopwatch: () => number;
  /** Exchanges that wait for the database. */
  readonly pending?: PendingLimits;
}

export function createJournalWriter(
  database: Database,
  { partitions, trimming }: { readonly partitions: Partitions; readonly trimming: Trimming },
  { limit, stopwatch: elapsed, pending: limits = PENDING }: WriterSettings,
): JournalWriter {
  const pending = createPendingExchanges(limits, Math.max(1, limit));
  let batch: Batch | undefined;
  let marks: Mark[] = [];
  /** The latest times that are asked for, and that are published. */
  const times = { wanted: 0, published: 0 };
  const clock = createDatabaseClock();
  /** End of the last exchange that was put into a batch. Ends must not go back when the clocks are compared again. */
  let lastEnd = 0;
  /** Number of failures since a batch was written. */
  let failures = 0;
  let writing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let ticking: Promise<void> | undefined;
  /** Number of intervals so far, and the one at which old partitions are dropped. */
  let ticks = 0;
  let nextDrop = 0;

  return {
    get size() {
      return unwritten();
    },
    get lost() {
      return pending.lost;
    },
    record: (organization, exchange) => pending.add(organization, exchange, elapsed()),
    now,
    publish,
    async start() {
      for (let count = 1; count < COMPARISONS; count++) await now();
      const time = await now();
      await partitions.prepare(time, time);
      await publish(time);
      timer ??= setInterval(() => {
        ticks++;
        ticking ??= tick().finally(() => (ticking = undefined));
      }, WRITE_MS);
      timer.unref();
    },
    async close() {
      clearInterval(timer);
      await ticking;
      while (unwritten() > 0)
        try {
          await flushBatch();
        } catch {
          break;
        }
      return unwritten();
    },
  };

  function unwritten(): number {
    return pending.size + (batch?.exchanges.length ?? 0);
  }

  /** Never fails: the next tick tries again. */
  async function tick(): Promise<void> {
    try {
      do await flushBatch();
      while (times.published < times.wanted || pending.size >= BATCH.exchanges);
      await trimming.trim();
      await dropOld();
    } catch {
      // The next one tries again.
    }
  }

  async function publish(until: number): Promise<void> {
    marks.push({ time: until, last: pending.last });
    times.wanted = Math.max(times.wanted, until);
    // A batch that is being written may lack the latest exchanges.
    while (times.published < until) await flushBatch();
  }

  /** Writes a batch. If one is being written, waits for it. */
  function flushBatch(): Promise<void> {
    return (writing ??= writeBatch().finally(() => (writing = undefined)));
  }

  async function writeBatch(): Promise<void> {
    if (!clock.isKnown) await now();
    batch ??= takeBatch();
    const { exchanges, from, until } = batch;
    try {
      if (exchanges.length > 0) await partitions.prepare(from, until);
      await ask(statements.write, [...batch.values, database.replica]);
    } catch (error) {
      failures++;
      // The database may be another one now, and another process may have dropped a partition.
      clock.forget();
      partitions.forget();
      if (isDataError(error) && failures > 1) dropBatch(batch);
      throw error;
    }
    for (const { organization } of exchanges) trimming.count(organization);
    pending.report(batch.dropped);
    times.published = Math.max(times.published, batch.published);
    failures = 0;
    batch = undefined;
  }

  function takeBatch(): Batch {
    const exchanges = pending.take(BATCH);
    const dropped = pending.unreported();
    const counts = [...dropped.values()];
    const ends = exchanges.map(({ endedAt }) => (lastEnd = Math.max(lastEnd, clock.at(endedAt))));
    const { passed: written } = pending;
    const reached = marks.filter(({ last }) => last <= written);
    marks = marks.filter(({ last }) => last > written);
    const time = Math.max(0, ...reached.map((mark) => mark.time));
    return {
      exchanges,
      dropped,
      values: [
        exchanges.map(({ organization }) => encodeName(organization)),
        ends,
        exchanges.map(({ sequence }) => sequence),
        // As one text: the escaping of an array costs more than the rest.
        JSON.stringify(exchanges.map(({ exchange }) => writeExchange(exchange))),
        [...dropped.keys()].map(encodeName),
        counts.map(({ replaced, lost }) => replaced + lost),
        counts.map(({ lost }) => lost),
        time,
      ],
      from: ends[0] ?? 0,
      until: ends.at(-1) ?? 0,
      published: time,
    };
  }

  /** Gives up a batch that the database refuses, because all later ones would wait for it. */
  function dropBatch({ exchanges, published: time }: Batch): void {
    for (const { organization } of exchanges) pending.lose(organization);
    marks.push({ time, last: 0 });
    batch = undefined;
    failures = 0;
  }

  async function now(): Promise<number> {
    return ask(statements.now, []);
  }

  /** Sends a statement that returns the time of the database, and compares the clocks. */
  async function ask(statement: (typeof statements)["now" | "write"], values: readonly unknown[]): Promise<number> {
    const sent = elapsed();
    const [row] = await database.rows<{ now: string }>(statement, values);
    const time = Number(row?.now);
    clock.compare(time, sent, elapsed());
    // All that ended before this time is recorded by now.
    marks.push({ time, last: pending.last });
    return time;
  }

  async function dropOld(): Promise<void> {
    if (ticks < nextDrop) return;
    nextDrop = ticks + DROP_PAUSE;
    await partitions.dropOld(clock.at(elapsed()));
  }
}

/** True for an error of the data (SQLSTATE classes 22 and 23), which another try does not help. */
function isDataError(error: unknown): boolean {
  const { cause } = error as { readonly cause?: { readonly code?: string } };
  return /^2[23]/.test(cause?.code ?? "");
}
