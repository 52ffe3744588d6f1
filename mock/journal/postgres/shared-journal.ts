import { runInBackground } from "../../model/background.ts";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Contract } from "../../../contracts/index.ts";
import type { Database } from "../../postgres/database.ts";
import { encodeName, decodeName } from "../../state/storage-names.ts";
import { type Journal, type WritableJournal, createJournal } from "../journal.ts";
import { createMemoryBudget } from "../memory-budget.ts";
import { mergeJournals } from "../merge-journals.ts";
import { createOperationLookup, readExchange } from "./exchange-text.ts";
import { createJournalWriter } from "./journal-writer.ts";
import { createPartitions } from "./partitions.ts";
import type { PendingLimits } from "./pending-exchanges.ts";
import { statements } from "./statements.ts";
import { createTrimming } from "./trimming.ts";

/** Journals of all organizations in a PostgreSQL database, which several processes write. */
export interface SharedJournal {
  /** Number of exchanges of this process that are not written yet. */
  readonly size: number;
  /** Number of exchanges of this process that were dropped, because too many waited for the database. */
  readonly lost: number;
  /** Sets the contracts whose operations queries can name. */
  serve(contracts: readonly Contract[]): void;
  of(organization: string): WritableJournal;
  /** Names of the organizations that have exchanges. */
  names(): Promise<readonly string[]>;
  /** Journal of all organizations together. */
  readonly all: Journal;
  /** Begins to write. The process must be registered as a replica. @throws StorageError */
  open(): Promise<void>;
  /** Writes the rest. Returns the number of exchanges that could not be written. */
  close(): Promise<number>;
}

export interface SharedJournalSettings {
  readonly database: Database;
  /** Maximum number of exchanges of an organization that are kept: the latest. 0 records none. */
  readonly limit: number;
  /** Number of days before today that are kept. */
  readonly days: number;
  /** Clock that only moves forward, in milliseconds. */
  readonly stopwatch: () => number;
  /** Exchanges that wait for the database. */
  readonly pending?: PendingLimits;
}

/** Result of waiting for the other processes. */
interface Completeness {
  readonly until: number;
  /** Time before which no exchange is missing, if it is earlier than `until`. */
  readonly completeUntil: string | undefined;
}

interface Row {
  readonly organization: string;
  readonly recorded: string;
  readonly lost: string;
  readonly exchange: string | null;
}

/** Longest wait for other processes, in milliseconds. */
const PATIENCE_MS = 2000;

/** Longest pause between two looks at the other processes, and the one before exchanges that came late are removed. */
const [POLL_MS, LATE_MS] = [50, 1000];

/** Maximum size of the exchanges of one organization, and of all, when they are read, in bytes. */
const [MAX_BYTES, MAX_BYTES_OF_ALL] = [8 * 1024 * 1024, 64 * 1024 * 1024];

const CHANNEL = "journal";

/**
 * Creates the journals of a database.
 *
 * Each process writes up to when all of its exchanges are in the table. A reader takes the time of the database, and
 * waits until all live processes are past it. Its message to them is a hint: without it, they get there by themselves.
 */
export function createSharedJournal(settings: SharedJournalSettings): SharedJournal {
  const { database, limit, days } = settings;
  const retention = { partitions: createPartitions(database, days), trimming: createTrimming(database, limit) };
  const writer = createJournalWriter(database, retention, settings);
  let operations = createOperationLookup([]);
  const closing = new AbortController();
  let stopListening: (() => void) | undefined;
  return {
    get size() {
      return writer.size;
    },
    get lost() {
      return writer.lost;
    },
    serve(contracts) {
      operations = createOperationLookup(contracts);
    },
    of: (organization) => ({
      organization,
      ...live(organization),
      size: 0,
      unreadEntries: refuseReading,
      record(exchange) {
        if (limit > 0) writer.record(organization, exchange);
      },
    }),
    async names() {
      const rows = await database.rows<{ organization: string }>(statements.organizations, []);
      return rows.map(({ organization }) => decodeName(organization));
    },
    all: live(),
    async open() {
      stopListening = database.listen(CHANNEL, (until) => {
        // The reader waits, and asks the database again.
        writer.publish(Number(until)).catch(() => undefined);
      });
      await writer.start();
    },
    close() {
      closing.abort();
      stopListening?.();
      return writer.close();
    },
  };

  /** Journal of an organization, or of all. It can be read when it is complete. */
  function live(organization?: string): Journal {
    return {
      get routes() {
        return operations.contracts.flatMap((contract) => contract.routes);
      },
      isShared: true,
      complete: () => complete(organization),
      entries: refuseReading,
      count: refuseReading,
      clear: () => clear(organization),
    };
  }

  async function complete(organization: string | undefined): Promise<Journal> {
    const { completeUntil } = await waitForAll();
    const rows =
      organization === undefined
        ? await database.rows<Row>(statements.readAll, [limit, MAX_BYTES_OF_ALL])
        : await database.rows<Row>(statements.read, [limit, MAX_BYTES, encodeName(organization)]);
    const journals = createJournals(rows);
    const { routes } = live();
    const read =
      organization === undefined
        ? mergeJournals(() => journals, { routes })
        : (journals[0] ?? emptyJournal(organization));
    const lost = new Map(rows.map((row) => [row.organization, Number(row.lost)])).values().reduce((a, b) => a + b, 0);
    const snapshot: Journal = {
      ...read,
      ...(completeUntil !== undefined && { completeUntil }),
      ...(lost > 0 && { lost }),
      complete: () => Promise.resolve(snapshot),
      clear: () => clear(organization),
    };
    return snapshot;
  }

  function createJournals(rows: readonly Row[]): readonly WritableJournal[] {
    const budget = createMemoryBudget(MAX_BYTES_OF_ALL);
    return [...Map.groupBy(rows, ({ organization }) => organization).values()].map((own) => {
      const [{ organization, recorded }] = own as [Row, ...Row[]];
      const texts = own.flatMap(({ exchange }) => exchange ?? []);
      const forgotten = Number(recorded) - texts.length;
      const journal = createJournal({
        organization: decodeName(organization),
        routes: live().routes,
        limit,
        budget,
        forgotten,
      });
      for (const text of texts) journal.record(readExchange(text, operations));
      return journal;
    });
  }

  function emptyJournal(organization: string): WritableJournal {
    return createJournal({ organization, routes: live().routes, limit, budget: createMemoryBudget(Infinity) });
  }

  /** Waits until the exchanges of all live processes that ended before now are in the table. */
  async function waitForAll(): Promise<Completeness> {
    const until = await writer.now();
    const patience = AbortSignal.timeout(PATIENCE_MS);
    const isPublished = await Promise.race([
      writer.publish(until).then(() => true),
      once(patience, "abort").then(() => false),
    ]);
    let pause = 1;
    for (;;) {
      const [row] = await database.rows<{ count: number; until: string | null }>(statements.behind, [until]);
      if (isPublished && row?.count === 0) return { until, completeUntil: undefined };
      if (patience.aborted)
        return { until, completeUntil: new Date(Math.floor(Number(row?.until ?? 0) / 1000)).toISOString() };
      if (pause === 1) await database.notify(CHANNEL, String(until)).catch(ignoreHint);
      pause = Math.min(pause * 2, POLL_MS);
      await sleep(pause);
    }
  }

  async function clear(organization: string | undefined): Promise<void> {
    const completeness = await waitForAll();
    await removeAll(organization, null);
    // The wait was longer than this, and the clocks of two processes are compared more exactly.
    if (completeness.completeUntil === undefined) return;
    runInBackground("clear a journal", () => removeLate(organization, completeness.until, PATIENCE_MS / 2));
  }

  /** Removes exchanges that a process wrote late: those that had ended before the journal was cleared. */
  async function removeLate(organization: string | undefined, until: number, tolerance: number): Promise<void> {
    for (let isComplete = false; !isComplete && !closing.signal.aborted;) {
      await sleep(LATE_MS, undefined, { ref: false });
      try {
        const [row] = await database.rows<{ count: number }>(statements.behind, [until]);
        await removeAll(organization, until + tolerance * 1000);
        isComplete = row?.count === 0;
      } catch {
        // The database is away.
      }
    }
  }

  /** Removes exchanges that ended before a time, or all. */
  async function removeAll(organization: string | undefined, until: number | null): Promise<void> {
    const keys =
      organization === undefined
        ? (await database.rows<{ organization: string }>(statements.organizations, [])).map((row) => row.organization)
        : [encodeName(organization)];
    for (const key of keys)
      await database.transact(async (sql) => {
        if ((await sql.rows(statements.lock, [key])).length === 0) return;
        await sql.count(statements.remove, [key, until]);
        await sql.count(statements.countAgain, [key]);
        await sql.count(statements.removeTotal, [[key]]);
      });
  }
}

/** A message that is not sent is a hint less. If the database is away, the next statement says so. */
function ignoreHint(): void {}

function refuseReading(): never {
  throw new Error(
    "Cannot read the journal at once: other processes record exchanges, too. Read the result of `await journal.complete()`",
  );
}
