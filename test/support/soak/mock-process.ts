import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { createInterface } from "node:readline";

/** Memory of a process after garbage collection, in bytes. */
export interface Memory {
  readonly heapUsed: number;
  readonly rss: number;
}

/** The mock as `concord mock` runs it, watched through Node's inspector. */
export interface MockProcess extends AsyncDisposable {
  readonly url: string;
  memory(): Promise<Memory>;
  /** Reason why the process ended, if it has. */
  ended(): string | undefined;
}

/** @param more further arguments of `concord mock`. */
export async function startMockProcess(more: readonly string[] = []): Promise<MockProcess> {
  const file = fileURLToPath(new URL("../../../cli/concord.ts", import.meta.url));
  const args = [
    "--inspect=127.0.0.1:0",
    file,
    "mock",
    "--port",
    "0",
    "--rate-limit",
    "1000000/1000000",
    "--strict-assumed",
    ...more,
  ];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  const exit = once(child, "exit");
  let complaint = "";
  child.stderr.on("data", (chunk: Buffer) => (complaint = (complaint + chunk.toString()).slice(-2000)));
  const url = await lineWith(child.stdout, /listens on (http:\/\/\S+)/);
  const inspector = /ws:\/\/\S+/.exec(complaint)?.[0];
  if (inspector === undefined) throw new Error(`Cannot watch the mock: it has no inspector: ${complaint}`);
  const { ask, close } = await connected(inspector);
  return {
    url,
    async memory() {
      await ask("HeapProfiler.collectGarbage");
      const expression = "process.memoryUsage()";
      const { result } = (await ask("Runtime.evaluate", { expression, returnByValue: true })) as {
        readonly result: { readonly value: Memory };
      };
      return result.value;
    },
    ended: () => (child.exitCode === null && child.signalCode === null ? undefined : complaint),
    async [Symbol.asyncDispose]() {
      // A process does not end while an inspector is connected.
      close();
      child.kill();
      await exit;
    },
  };
}

/** Waits for a line that matches a pattern, and returns its first group. */
async function lineWith(input: NodeJS.ReadableStream, pattern: RegExp): Promise<string> {
  for await (const line of createInterface({ input })) {
    const found = pattern.exec(line)?.[1];
    if (found !== undefined) return found;
  }
  throw new Error("Cannot start the mock: it ended before it listened");
}

type Ask = (method: string, params?: object) => Promise<object>;

/** A connection to an inspector (Chrome DevTools Protocol). */
async function connected(url: string): Promise<{ readonly ask: Ask; readonly close: () => void }> {
  const socket = new WebSocket(url);
  await once(socket, "open");
  const waiting = new Map<number, (result: object) => void>();
  let count = 0;
  socket.addEventListener("message", ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { readonly id?: number; readonly result: object };
    if (id !== undefined) waiting.get(id)?.(result);
  });
  const ask: Ask = (method, params = {}) =>
    new Promise((resolve) => {
      const id = ++count;
      waiting.set(id, (result) => {
        waiting.delete(id);
        resolve(result);
      });
      socket.send(JSON.stringify({ id, method, params }));
    });
  return { ask, close: () => socket.close() };
}
