import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { type Child, startChild, withChild } from "../children.ts";
import type { Contender } from "./contenders.ts";
import { load } from "./load.ts";
import { requestsFor } from "./requests.ts";

/** A running contender. Disposing of it stops the server. */
export interface Server extends AsyncDisposable, Pick<Child, "failed"> {
  readonly contender: Contender;
  readonly port: number;
  readonly pid: number;
  /** Milliseconds between the start of the process and its first response with status 200. */
  readonly coldStartMs: number;
}

const START_TIMEOUT_MS = 60_000;
const PROBE_MS = 2;

/** Starts a contender on a free port and waits for its first response. */
export async function startServer(contender: Contender, built: string, document: string): Promise<Server> {
  const port = await freePort();
  // With NODE_ENV "production", Prism would start in the mode that crashes.
  const env = { ...process.env, NODE_ENV: "development" };
  const started = performance.now();
  await using starting = new AsyncDisposableStack();
  const child = starting.use(startChild(contender.file(built), contender.args(port, document), { env }));
  await withChild(child, firstAnswer(port, started));
  const coldStartMs = performance.now() - started;
  const running = starting.move();
  const pid = child.process.pid as number;
  return {
    contender,
    port,
    pid,
    coldStartMs,
    failed: child.failed,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

async function firstAnswer(port: number, started: number): Promise<void> {
  const requests = [requestsFor(port).list()];
  const isEnough = (answered: number): boolean => answered === 1;
  while (performance.now() - started < START_TIMEOUT_MS) {
    const error = await load(port, { requests, connections: 1, isEnough }).then(
      () => undefined,
      (reason: NodeJS.ErrnoException) => reason,
    );
    if (!error) return;
    if (error.code !== "ECONNREFUSED") throw error;
    await pause(PROBE_MS);
  }
  throw new Error(`Cannot measure port ${port}: nothing answered within ${START_TIMEOUT_MS} ms`);
}

/** Returns a port that no process listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address ? address.port : 0;
}
