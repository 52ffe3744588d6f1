import { type ChildProcess, type ForkOptions, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";

const children = new Set<ChildProcess>();

// Kills all child processes when this process ends, also by a signal.
process.once("exit", () => {
  for (const child of children) child.kill("SIGKILL");
});
for (const [signal, code] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const)
  process.once(signal, () => process.exit(code));

/** A child process. Disposing of it kills it. */
export interface Child extends AsyncDisposable {
  readonly process: ChildProcess;
  /** Rejects if the child ends before it is disposed of. The error contains the child's stderr. */
  readonly failed: Promise<never>;
}

/** Registers a child process, so that it is killed when this process ends. */
export function killedOnExit(child: ChildProcess): ChildProcess {
  children.add(child);
  return child.once("close", () => children.delete(child));
}

const COMPLAINT_LENGTH = 2000;
const GRACE_MS = 500;

/** Runs a file in a new Node process. */
export function startChild(file: string, args: readonly string[], options: ForkOptions = {}): Child {
  const child = killedOnExit(
    fork(file, [...args], { stdio: ["ignore", "ignore", "pipe", "ipc"], execArgv: [], ...options }),
  );
  let complaint = "";
  child.stderr?.on("data", (chunk: Buffer) => (complaint = (complaint + String(chunk)).slice(-COMPLAINT_LENGTH)));
  const closed = once(child, "close");
  const failed = closed.then(([code, signal]) => {
    throw new Error(`Cannot go on: "${file}" ended with ${code ?? signal}: ${complaint.trim() || "it said nothing"}`);
  });
  // Prevents an unhandled rejection if no caller waits for `failed`.
  failed.catch(() => {});
  return {
    process: child,
    failed,
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await closed;
    },
  };
}

/**
 * Waits for work with a child. If the child ends, throws the child's error, because it explains more than a broken
 * connection.
 */
export async function withChild<T>({ failed }: Pick<Child, "failed">, work: Promise<T>): Promise<T> {
  try {
    return await Promise.race([work, failed]);
  } catch (error) {
    await Promise.race([failed, pause(GRACE_MS)]);
    throw error;
  }
}
