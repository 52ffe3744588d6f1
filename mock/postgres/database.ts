import { randomUUID } from "node:crypto";
import type { Pool } from "pg";
import { createListener } from "./listener.ts";
import { StorageError } from "../model/storage-error.ts";
import { failureTexts } from "./failure-kind.ts";
import { migrations } from "./migrations.ts";
import { type Pools, openPools, parseDatabaseUrl, readPoolSizes } from "./pools.ts";
import { type Sql, type SqlTransaction, type Statement, createSql, transactionOn, withStorageErrors } from "./sql.ts";
import { type DatabaseStatistics, createStatistics } from "./statistics.ts";

/** A PostgreSQL database that several processes share. */
export interface Database extends Sql {
  /** Name of this process among those that share the database. Another start has another name. */
  readonly replica: string;
  /** Schema of the tables. */
  readonly schema: string;
  readonly statistics: DatabaseStatistics;
  /** Opens the first connection, and updates the tables. @throws ToolError, see `connectDatabase`. */
  open(): Promise<void>;
  /** @throws StorageError if a newer version of Concord has updated the tables since this process has opened them. */
  checkVersion(): Promise<void>;
  begin(): Promise<SqlTransaction>;
  /** Runs work in a transaction, and discards its changes if it fails. */
  transact<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** Connections for libraries with statements of their own. It is closed with the database. */
  pool(): Promise<Pool>;
  /**
   * Calls back for each message of a channel, from any process. Messages are hints: those that arrive while the
   * connection is lost are missed. Returns a function that ends this.
   */
  listen(channel: string, onMessage: (payload: string) => void): () => void;
  /** Sends a message to a channel. */
  notify(channel: string, payload: string): Promise<void>;
  /** Runs work when the database is closed, before its connections are. */
  onClose(work: () => Promise<void>): void;
  close(): Promise<void>;
}

/**
 * Connects to PostgreSQL with the first statement. Its tables are created and updated first, which can fail with
 * ToolError "missing-package", "unreachable-state" or "newer-state".
 * @param url connection URL. Its parameter "schema" names the schema of the tables. Default: "concord".
 * @throws ToolError "unreachable-state" for a URL that cannot be read.
 */
export function connectDatabase(url: string): Database {
  const place = parseDatabaseUrl(url);
  let opened: Promise<Pools> | undefined;
  const pools = (): Promise<Pools> => {
    if (!opened) {
      opened = openPools(place).then((known) => (current = known));
      // The next statement tries again.
      opened.catch(() => (opened = undefined));
    }
    return opened;
  };
  let current: Pools | undefined;
  const statistics = createStatistics(() => (current ? readPoolSizes(current) : []));
  const { measured } = statistics;
  const closing: (() => Promise<void>)[] = [];
  const listener = createListener(async () => (await pools()).transactions, place.schema);
  const database: Database = {
    ...createSql((query) => measured(async () => (await pools()).single.query(query))),
    replica: randomUUID(),
    schema: place.schema,
    statistics,
    async open() {
      await pools();
    },
    async checkVersion() {
      const [row] = await database.rows<{ number: number }>(version, []);
      if (row && row.number > migrations.length)
        throw new StorageError(`The state is not available: ${failureTexts["newer-schema"]}`, 503, undefined);
    },
    async begin() {
      const { transactions } = await pools();
      const client = await withStorageErrors(() => measured(() => transactions.connect()));
      return withStorageErrors(() => transactionOn(client, measured));
    },
    async transact(work) {
      const transaction = await database.begin();
      try {
        const result = await work(transaction);
        await transaction.commit();
        return result;
      } catch (error) {
        await transaction.rollback();
        throw error;
      }
    },
    pool: async () => (await pools()).transactions,
    listen: listener.listen,
    async notify(channel, payload) {
      await database.rows(notification, [listener.nameOf(channel), payload]);
    },
    onClose: (work) => void closing.push(work),
    async close() {
      for (const work of closing.splice(0)) await work();
      listener.close();
      const open = await opened?.catch(() => undefined);
      await Promise.all([open?.single.end(), open?.transactions.end()]);
    },
  };
  return database;
}

const version: Statement = { name: "version", text: "SELECT number FROM version" };

const notification: Statement = { name: "notify", text: "SELECT pg_notify($1, $2)" };
