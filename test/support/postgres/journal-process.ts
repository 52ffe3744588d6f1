import { type Journal, type SharedJournal, createSharedJournal } from "../../../mock/journal/index.ts";
import type { SharedJournalSettings } from "../../../mock/journal/postgres/shared-journal.ts";
import { StorageError } from "../../../mock/model/storage-error.ts";
import { type Database, connectDatabase } from "../../../mock/postgres/database.ts";
import { createReplicas } from "../../../mock/postgres/replicas.ts";
import type { Statement } from "../../../mock/postgres/sql.ts";
import { exchange } from "../mock/journal-laws.ts";

const closing = new Set<() => Promise<unknown>>();

/** Ends all processes. */
export async function closeProcesses(): Promise<void> {
  for (const close of closing) await close();
  closing.clear();
}

/** A process on a database, whose statements can be changed. */
export interface JournalProcess extends SharedJournal {
  /** True if it sends no messages to other processes. */
  isMute: boolean;
  /** Called before each statement. It can fail in place of it, or change its values. */
  before: (statement: Statement, values: readonly unknown[]) => readonly unknown[];
  /** Called after each statement that succeeded. It can fail. */
  after: (statement: Statement) => void;
}

/** Starts a process. `closeProcesses` ends it. */
export async function startProcess(
  url: string,
  settings: Partial<SharedJournalSettings> = {},
  change: Partial<Pick<JournalProcess, "before" | "after">> = {},
): Promise<JournalProcess> {
  const database = connectDatabase(url);
  await database.open();
  const replicas = createReplicas(database);
  await replicas.start();
  const changed: Database = {
    ...database,
    async rows(statement, values) {
      const rows = await database.rows(statement, process.before(statement, values));
      process.after(statement);
      return rows as never;
    },
    notify: async (channel, payload) => (process.isMute ? undefined : database.notify(channel, payload)),
  };
  const journal = createSharedJournal({
    database: changed,
    limit: 1000,
    days: 7,
    stopwatch: () => performance.now(),
    ...settings,
  });
  const process: JournalProcess = Object.assign(Object.create(journal) as SharedJournal, {
    isMute: false,
    before: (_: Statement, values: readonly unknown[]) => values,
    after: () => {},
    ...change,
  });
  await journal.open();
  closing.add(async () => {
    await journal.close();
    await replicas.close();
    await database.close();
  });
  return process;
}

/** Stands for a statement while the database is away. */
export const away = (): never => {
  throw new StorageError("The database is away", 503, undefined);
};

/** Paths of all exchanges in a journal. */
export async function pathsOf(journal: Journal): Promise<readonly string[]> {
  return (await journal.complete()).entries().map(({ url }) => url);
}

/** Records an exchange. */
export function record({ of }: SharedJournal, path: string, organization = "acme"): void {
  of(organization).record(exchange({ url: path }));
}
