import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { type Programs, environment, findPrograms } from "./programs.ts";

/** A PostgreSQL server of the tests. */
export interface Database {
  readonly port: number;
  /** URL of a new, empty database. */
  create(options?: { readonly encoding?: string }): Promise<string>;
  /** Ends the server and keeps its data: connections are ended, or the process is killed. */
  interrupt(how: "end" | "kill"): Promise<void>;
  /** Starts the server again, on the same port and with the same data. */
  resume(): Promise<void>;
  stop(): Promise<void>;
}

export interface DatabaseOptions {
  /** True if each commit is forced to the disk. Otherwise data survives the end of the process, not of the machine. */
  readonly isDurable?: boolean;
}

/** A server whose processes have no sign of life for this time does not start, in milliseconds. */
const START_MS = 10_000;

/** Time in which the processes of a killed server end, in milliseconds. */
const RESUME_MS = 30_000;

/** Password of the user, as pages of the documentation write it. */
const PASSWORD = "password";

/** Another process can take a free port before the server does. */
const PORTS = 5;

/** Starts a PostgreSQL server on a free port, with its data in a temporary folder. @throws Error if it does not start. */
export async function startDatabase({ isDurable = false }: DatabaseOptions = {}): Promise<Database> {
  const folder = mkdtempSync(join(tmpdir(), "concord-postgres-"));
  // Its programs can run as another user.
  chmodSync(folder, 0o711);
  try {
    return await startIn(folder, isDurable);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

async function startIn(folder: string, isDurable: boolean): Promise<Database> {
  const programs = await findPrograms(folder);
  await initialise(folder, programs);
  const run = (port: number): Promise<ChildProcess> => startServer(folder, programs, port, isDurable);

  const started = await startOnFreePort(run);
  const { port } = started;
  let { server } = started;
  let count = 0;
  return {
    port,
    async create({ encoding = "UTF8" } = {}) {
      const name = `test_${++count}`;
      const url = `postgres://postgres:${PASSWORD}@127.0.0.1:${port}`;
      const client = new pg.Client(`${url}/postgres`);
      await client.connect();
      await client.query(
        `CREATE DATABASE ${name} ENCODING '${encoding}' LOCALE_PROVIDER libc LOCALE 'C' TEMPLATE template0`,
      );
      await client.end();
      return `${url}/${name}`;
    },
    async interrupt(how) {
      await endServer(server, how === "kill" ? "SIGKILL" : "SIGINT");
    },
    async resume() {
      const until = performance.now() + RESUME_MS;
      // The memory of a killed server is in use until all of its processes have ended.
      for (;;) {
        try {
          server = await run(port);
          return;
        } catch (error) {
          if (performance.now() > until) throw error;
          await pause(100);
        }
      }
    },
    async stop() {
      await endServer(server, "SIGINT");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Writes the files of a server, with encoding UTF-8 on every machine. */
async function initialise(folder: string, { initdb, owner }: Programs): Promise<void> {
  const data = join(folder, "data");
  const passwordFile = join(folder, "password");
  mkdirSync(data, { mode: 0o700 });
  writeFileSync(passwordFile, PASSWORD, { mode: 0o600 });
  if (owner) {
    for (const path of [data, passwordFile]) chownSync(path, owner.uid, owner.gid);
  }
  const flags = ["--encoding=UTF8", "--locale=C", "--auth=scram-sha-256", "--username=postgres", "--no-sync"];
  const process = spawn(initdb, [`--pgdata=${data}`, `--pwfile=${passwordFile}`, ...flags], {
    ...owner,
    cwd: folder,
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
  });
  await watchStart(process, "initdb", undefined);
  rmSync(passwordFile);
}

function startServer(folder: string, programs: Programs, port: number, isDurable: boolean): Promise<ChildProcess> {
  const settings = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    fsync: isDurable ? "on" : "off",
    max_connections: "200",
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const server = spawn(programs.postgres, ["-D", join(folder, "data"), "-p", String(port), ...flags], {
    ...programs.owner,
    cwd: folder,
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
  });
  return watchStart(server, "postgres", "database system is ready to accept connections");
}

/**
 * Waits until a program has written a text, or has ended well if there is none.
 * @throws Error with its output if it ends otherwise, or writes nothing for a time.
 */
async function watchStart(program: ChildProcess, name: string, text: string | undefined): Promise<ChildProcess> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let output = "";
  const fail = (reason: string): void =>
    reject(new Error(`Cannot start PostgreSQL: "${name}" ${reason}. Its output:\n${output}`));
  const timer = setTimeout(() => fail(`has written nothing for ${START_MS / 1000} s`), START_MS);
  const read = (chunk: Buffer): void => {
    output += chunk.toString();
    timer.refresh();
    if (text !== undefined && output.includes(text)) resolve();
  };
  const streams = [program.stdout, program.stderr].filter((stream) => stream !== null);
  for (const stream of streams) stream.on("data", read);
  program.once("error", (error) => fail(`cannot be run: ${error.message}`));
  program.once("exit", (code, signal) => {
    if (text === undefined && code === 0) resolve();
    else fail(`ended with ${signal ?? code}`);
  });
  try {
    await promise;
    return program;
  } catch (error) {
    program.kill("SIGKILL");
    throw error;
  } finally {
    clearTimeout(timer);
    // Its output must be read to the end, or it waits for its reader.
    for (const stream of streams) stream.off("data", read).resume();
  }
}
async function startOnFreePort(run: (port: number) => Promise<ChildProcess>) {
  for (let left = PORTS; ; left--) {
    const port = await findFreePort();
    try {
      return { port, server: await run(port) };
    } catch (error) {
      if (left === 1) throw error;
    }
  }
}

async function endServer(server: ChildProcess, signal: "SIGINT" | "SIGKILL"): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, "exit");
  server.kill(signal);
  await ended;
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { readonly port: number };
  server.close();
  await once(server, "close");
  return port;
}
