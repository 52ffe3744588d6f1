import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { type Child, startChild, withChild } from "../children.ts";
import type { RequestToSend } from "./requests.ts";
import { isPinned } from "./generator.ts";

/** Server to measure, which runs in Node. */
export interface ServerProgram {
  readonly file: string;
  readonly args: (port: number) => readonly string[];
  /** First request. The server is ready when it responds. */
  readonly first: RequestToSend;
  /** Options of Node. */
  readonly execArgv?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** Does not pin the process to one core. */
  readonly canUseAllCores?: boolean;
}

/** A running server. Disposing of it stops it. */
export interface RunningServer extends AsyncDisposable, Pick<Child, "failed" | "process"> {
  readonly port: number;
  readonly pid: number;
  /** Status code of the first response. */
  readonly status: number;
  /** Milliseconds between the start of the process and the first response. */
  readonly startMs: number;
}

const START_TIMEOUT_MS = 120_000;
const PROBE_MS = 2;

/** Starts a server on a free port and waits for its first response. */
export async function startServer({
  file,
  args,
  first,
  execArgv = [],
  env = process.env,
  canUseAllCores = false,
}: ServerProgram): Promise<RunningServer> {
  const port = await freePort();
  await using starting = new AsyncDisposableStack();
  const started = performance.now();
  // With NODE_ENV "production", Prism would start in the mode that crashes.
  const options = { env: { ...env, NODE_ENV: "development" }, execArgv: [...execArgv] };
  const child = starting.use(startChild(file, args(port), options));
  const pid = child.process.pid as number;
  if (isPinned && !canUseAllCores) spawnSync("taskset", ["-a", "-c", "-p", "0", String(pid)], { stdio: "ignore" });
  const status = await withChild(child, firstStatus(port, first, started));
  const startMs = performance.now() - started;
  const running = starting.move();
  return {
    port,
    pid,
    status,
    startMs,
    failed: child.failed,
    process: child.process,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

async function firstStatus(port: number, request: RequestToSend, started: number): Promise<number> {
  while (performance.now() - started < START_TIMEOUT_MS) {
    const response = await fetchFrom(port, request).catch(() => undefined);
    if (response) {
      await response.arrayBuffer();
      return response.status;
    }
    await pause(PROBE_MS);
  }
  throw new Error(`Cannot measure port ${port}: nothing answered within ${START_TIMEOUT_MS} ms`);
}

export function fetchFrom(port: number, { method, url, headers, body }: RequestToSend): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}${url}`, { method, headers, ...(body !== undefined && { body }) });
}

/** Returns a port that no process listens on. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address ? address.port : 0;
}
