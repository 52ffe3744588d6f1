import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { type Child, startChild } from "../children.ts";
import type { Contender } from "./contenders.ts";
import { load } from "./load.ts";
import { requestsFor } from "./requests.ts";

export interface Server {
  readonly contender: Contender;
  readonly port: number;
  readonly pid: number;
  /** From spawning the process to its first 200. */
  readonly coldStartMs: number;
  stop(): Promise<void>;
}

const PATIENCE_MS = 60_000;
const PROBE_MS = 2;

/** Starts a contender and waits for its first answer. */
export async function startServer(contender: Contender, built: string, document: string): Promise<Server> {
  const port = await freePort();
  const started = performance.now();
  // Prism reads NODE_ENV and, in production, starts in the mode that crashes.
  const env = { ...process.env, NODE_ENV: "development" };
  const child = startChild(contender.file(built), contender.args(port, document), { env });
  await Promise.race([firstAnswer(port, started), child.failed]).catch(async (error: unknown) => {
    await child.stop();
    throw error;
  });
  return { contender, port, pid: pidOf(child), coldStartMs: performance.now() - started, stop: child.stop };
}

async function firstAnswer(port: number, started: number): Promise<void> {
  const requests = [requestsFor(port).list()];
  for (;;) {
    try {
      await load(port, { requests, connections: 1, isEnough: (answered) => answered === 1 });
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ECONNREFUSED" || performance.now() - started > PATIENCE_MS)
        throw error;
      await pause(PROBE_MS);
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address ? address.port : 0;
}

function pidOf({ process: { pid } }: Child): number {
  if (pid === undefined) throw new Error("Cannot start a process: the system gave it no id");
  return pid;
}
