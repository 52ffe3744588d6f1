import type { Pool, PoolClient, QueryResultRow } from "pg";
import { ToolError } from "../../../contracts/index.ts";
import { StorageError } from "../../model/storage-error.ts";
import { migrate } from "./migrations.ts";

/** Longest wait for a connection, a lock, a statement, and an answer of a server that is gone, in milliseconds. */
const LIMITS_MS = { connect: 5_000, lock: 5_000, statement: 15_000, query: 20_000, idle: 30_000 } as const;

/** Sends statements: to any connection, or to that of one transaction. */
export interface Sql {
  /** Rows of a statement. The server prepares it once per connection. @throws StorageError. */
  rows<R extends QueryResultRow>(statement: Statement, values: readonly unknown[]): Promise<R[]>;
  /** Number of rows that a statement changed. @throws StorageError. */
  count(statement: Statement, values: readonly unknown[]): Promise<number>;
}

/** A statement with a name, by which it is prepared. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** A transaction on a connection of its own. */
export interface SqlTransaction extends Sql {
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

/** Connections to a database. */
export interface Connections extends Sql {
  /** Opens the first connection, and updates the tables. @throws ToolError, see `connect`. */
  open(): Promise<void>;
  begin(): Promise<SqlTransaction>;
  /** Runs work in a transaction, and discards its changes if it fails. */
  transact<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Most connections of a process, of each of two pools. */
const POOL_SIZE = 10;

/** Pools of a database. Transactions have one of their own: they must not wait for each other's single statements. */
interface Pools {
  readonly single: Pool;
  readonly transactions: Pool;
}

/**
 * Connects to PostgreSQL with the first statement. Its tables are created and updated first, which can fail with
 * ToolError "missing-package", "unreachable-state" or "newer-state".
 * @param url connection URL. Its parameter "schema" names the schema of the tables. Default: "concord".
 * @throws ToolError "unreachable-state" for a URL that cannot be read.
 */
export function connect(url: string): Connections {
  const place = placeOf(url);
  let opened: Promise<Pools> | undefined;
  const pools = (): Promise<Pools> => {
    if (!opened) {
      opened = openPools(place);
      // The next statement tries again.
      opened.catch(() => (opened = undefined));
    }
    return opened;
  };
  const connections: Connections = {
    ...sqlOf(async (query) => (await pools()).single.query(query)),
    async open() {
      await pools();
    },
    async begin() {
      const { transactions } = await pools();
      const client = await withStorageErrors(() => transactions.connect());
      return withStorageErrors(() => transactionOn(client));
    },
    async transact(work) {
      const transaction = await connections.begin();
      try {
        const result = await work(transaction);
        await transaction.commit();
        return result;
      } catch (error) {
        await transaction.rollback();
        throw error;
      }
    },
    async close() {
      const closing = await opened?.catch(() => undefined);
      await Promise.all([closing?.single.end(), closing?.transactions.end()]);
    },
  };
  return connections;
}

/** A database, and the schema of the tables in it. */
interface Place {
  readonly url: string;
  readonly schema: string;
}

function placeOf(given: string): Place {
  const url = URL.parse(given);
  const schema = url?.searchParams.get("schema") ?? "concord";
  if (!url || !/^[a-z_][a-z0-9_]{0,62}$/.test(schema))
    throw new ToolError(
      "unreachable-state",
      url
        ? `Cannot use the schema "${schema}": its name must be of small letters, digits and "_"`
        : "Cannot read the URL of the state in PostgreSQL",
      { hint: "postgres://USER:PASSWORD@HOST:5432/DATABASE. Percent-encode other characters in the password" },
    );
  url.searchParams.delete("schema");
  return { url: url.href, schema };
}

async function openPools({ url, schema }: Place): Promise<Pools> {
  const { default: pg } = await import("pg").catch((cause: unknown) => {
    throw new ToolError("missing-package", 'Cannot keep state in PostgreSQL: the package "pg" is not installed', {
      hint: "npm install pg",
      cause,
    });
  });
  const newPool = (): Pool => {
    const pool = new pg.Pool({
      connectionString: url,
      application_name: "concord",
      max: POOL_SIZE,
      connectionTimeoutMillis: LIMITS_MS.connect,
      idle_in_transaction_session_timeout: LIMITS_MS.idle,
      statement_timeout: LIMITS_MS.statement,
      query_timeout: LIMITS_MS.query,
      lock_timeout: LIMITS_MS.lock,
      options: `-c search_path=${schema}`,
    });
    // An idle connection that is lost is replaced by the next request.
    pool.on("error", () => undefined);
    return pool;
  };
  const pools = { single: newPool(), transactions: newPool() };
  try {
    const client = await pools.single.connect();
    await migrate(client, schema).finally(() => client.release());
  } catch (error) {
    await Promise.all([pools.single.end(), pools.transactions.end()]);
    if (error instanceof ToolError) throw error;
    throw new ToolError(
      "unreachable-state",
      `Cannot use the state in PostgreSQL at "${withoutPassword(url)}": ${reasonOf(error)}`,
      {
        hint: "Check that the server runs, that the database exists and that its user may create a schema",
        cause: error,
      },
    );
  }
  return pools;
}

type Send = (query: {
  name: string;
  text: string;
  values: unknown[];
}) => Promise<{ rows: unknown[]; rowCount: number | null }>;

function sqlOf(send: Send): Sql {
  const sent = (statement: Statement, values: readonly unknown[]) =>
    withStorageErrors(() => send({ ...statement, values: [...values] }));
  return {
    rows: async <R>(statement: Statement, values: readonly unknown[]) => (await sent(statement, values)).rows as R[],
    count: async (statement, values) => (await sent(statement, values)).rowCount ?? 0,
  };
}

async function transactionOn(client: PoolClient): Promise<SqlTransaction> {
  try {
    await client.query("BEGIN");
  } catch (error) {
    client.release(true);
    throw error;
  }
  return {
    ...sqlOf(async (query) => client.query(query)),
    async commit() {
      try {
        // A failed statement makes PostgreSQL answer COMMIT with a rollback.
        const { command } = await withStorageErrors(() => client.query("COMMIT"));
        if (command !== "COMMIT")
          throw new StorageError("State cannot be stored: the transaction was ended", 503, undefined);
        client.release();
      } catch (error) {
        client.release(true);
        throw error;
      }
    },
    async rollback() {
      // A connection that cannot roll back is closed, which rolls back.
      await client.query("ROLLBACK").then(
        () => client.release(),
        () => client.release(true),
      );
    },
  };
}

/** SQLSTATE codes without room: disk_full, out_of_memory, and a value that is too large. */
const noSpace = new Set(["53100", "53200", "54000"]);

async function withStorageErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StorageError) throw error;
    const { code = "" } = error as { readonly code?: string };
    throw new StorageError(
      `State cannot be stored: PostgreSQL answers "${reasonOf(error)}"`,
      noSpace.has(code) ? 507 : 503,
      error,
    );
  }
}

function reasonOf(error: unknown): string {
  const { message, code, errors } = error as Error & { readonly code?: string; readonly errors?: readonly Error[] };
  return message || errors?.[0]?.message || String(code);
}

function withoutPassword(url: string): string {
  return url.replace(/:\/\/([^:@/]*):[^@/]*@/, "://$1:…@");
}
