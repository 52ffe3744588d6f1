import type { Client, Pool, PoolClient, PoolConfig } from "pg";
import { ToolError } from "../../contracts/index.ts";
import { migrate } from "./migrations.ts";
import { describeSqlError } from "./sql.ts";
import type { PoolSize } from "./statistics.ts";
import { withoutPassword } from "./without-password.ts";

/** Longest wait for a connection, a lock, a statement, and an answer of a server that is gone, in milliseconds. */
const LIMITS_MS = { connect: 5_000, lock: 5_000, statement: 15_000, query: 20_000, idle: 30_000 } as const;

/** Most connections of a process, of each of two pools. */
const POOL_SIZE = 10;

/** Pools of a database. Transactions have one of their own: they must not wait for each other's single statements. */
export interface Pools {
  readonly single: Pool;
  readonly transactions: Pool;
}

/** Present sizes of the pools. */
export function readPoolSizes({ single, transactions }: Pools): readonly PoolSize[] {
  return Object.entries({ single, transactions }).map(([pool, { totalCount, idleCount, waitingCount }]) => ({
    pool,
    total: totalCount,
    idle: idleCount,
    waiting: waitingCount,
    limit: POOL_SIZE,
  }));
}

/** A database, and the schema of the tables in it. */
export interface Place {
  readonly url: string;
  /** Settings of connections in the URL, such as "-c work_mem=8MB". */
  readonly options: string;
  readonly schema: string;
}

export function parseDatabaseUrl(given: string): Place {
  const url = URL.parse(given);
  const schema = url?.searchParams.get("schema") ?? "concord";
  if (!url || !/^[a-z_][a-z0-9_]{0,54}$/.test(schema))
    throw new ToolError(
      "unreachable-state",
      url
        ? `Cannot use the schema "${schema}": its name must be of up to 55 small letters, digits and "_"`
        : "Cannot read the URL of the state in PostgreSQL",
      { hint: "postgres://USER:PASSWORD@HOST:5432/DATABASE. Percent-encode other characters in the password" },
    );
  const options = url.searchParams.get("options") ?? "";
  // Those of the URL would replace the others.
  for (const name of ["schema", "options"]) url.searchParams.delete(name);
  return { url: url.href, options, schema };
}

/** Settings of a connection. Not part of its start, because PgBouncer refuses a start with settings. */
function writeSettings(schema: string): string {
  const settings = {
    search_path: schema,
    plan_cache_mode: "force_generic_plan",
    jit: "off",
    statement_timeout: LIMITS_MS.statement,
    lock_timeout: LIMITS_MS.lock,
    idle_in_transaction_session_timeout: LIMITS_MS.idle,
  };
  return Object.entries(settings)
    .map(([name, value]) => `SET ${name} = ${value};`)
    .join(" ");
}

export async function openPools({ url, options, schema }: Place): Promise<Pools> {
  const { default: pg } = await import("pg").catch((cause: unknown) => {
    throw new ToolError("missing-package", 'Cannot keep state in PostgreSQL: the package "pg" is not installed', {
      hint: "npm install pg",
      cause,
    });
  });
  const connection = {
    connectionString: url,
    application_name: "concord",
    connectionTimeoutMillis: LIMITS_MS.connect,
    ...(options !== "" && { options }),
  };
  const settings = writeSettings(schema);
  const newPool = (): Pool => {
    const pool = new pg.Pool({
      ...connection,
      max: POOL_SIZE,
      query_timeout: LIMITS_MS.query,
      // Called for each new connection, before its first statement.
      verify: (client: PoolClient, callback: (error: Error) => void) => client.query(settings, callback),
    } as PoolConfig);
    // An idle connection that is lost is replaced by the next request.
    pool.on("error", () => undefined);
    // One that is in use is reported by its next statement. Without a listener of its own, the process would end:
    // the pool has none between two users of a connection.
    pool.on("connect", (client) => client.on("error", () => undefined));
    return pool;
  };
  const pools = { single: newPool(), transactions: newPool() };
  // Without the limits of requests: the tables can be large, and another process may be updating them.
  const client = new pg.Client(connection);
  // The statement that is running reports a lost connection. Without a listener, the process would end.
  client.on("error", () => undefined);
  try {
    await client.connect();
    await prepareDatabase(client, url, schema).finally(() => client.end());
  } catch (error) {
    await Promise.all([pools.single.end(), pools.transactions.end()]);
    if (error instanceof ToolError) throw error;
    throw new ToolError(
      "unreachable-state",
      `Cannot use the state in PostgreSQL at "${withoutPassword(url)}": ${describeSqlError(error)}`,
      {
        hint: "Check that the server runs, that the database exists and that its user may create a schema",
        cause: error,
      },
    );
  }
  return pools;
}

/** Updates the tables. @throws ToolError for a database that cannot keep every text of JSON. */
async function prepareDatabase(client: Client, url: string, schema: string): Promise<void> {
  const { rows } = await client.query<{ readonly server_encoding: string }>("SHOW server_encoding");
  const encoding = rows[0]?.server_encoding;
  if (encoding !== "UTF8")
    throw new ToolError(
      "unreachable-state",
      `Cannot keep state in the database at "${withoutPassword(url)}": its encoding is ${encoding}, not UTF8`,
      { hint: "Create one with: CREATE DATABASE concord ENCODING 'UTF8' LOCALE 'C' TEMPLATE template0" },
    );
  await migrate(client, schema);
}
