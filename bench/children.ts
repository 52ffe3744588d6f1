import { type ChildProcess, type ForkOptions, fork } from "node:child_process";
import { once } from "node:events";

const children = new Set<ChildProcess>();

// However this process ends, none of its children stays behind.
process.once("exit", () => {
  for (const child of children) child.kill("SIGKILL");
});
for (const [signal, code] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const)
  process.once(signal, () => process.exit(code));

/** A child process, and what it says when it fails. */
export interface Child {
  readonly process: ChildProcess;
  /** Rejects, with what the child wrote to stderr, when it ends before it is stopped. */
  readonly failed: Promise<never>;
  stop(): Promise<void>;
}

/** Runs a file with this Node in a process of its own. */
export function startChild(file: string, args: readonly string[], options: ForkOptions = {}): Child {
  const child = fork(file, [...args], { stdio: ["ignore", "ignore", "pipe", "ipc"], execArgv: [], ...options });
  children.add(child);
  let complaint = "";
  let isStopped = false;
  child.stderr?.on("data", (chunk: Buffer) => (complaint = (complaint + String(chunk)).slice(-2000)));
  const failed = once(child, "close").then(([code, signal]) => {
    children.delete(child);
    if (isStopped) return new Promise<never>(() => {});
    throw new Error(`Cannot go on, "${file}" ended with ${code ?? signal}: ${complaint.trim() || "it said nothing"}`);
  });
  failed.catch(() => {});
  return {
    process: child,
    failed,
    async stop() {
      isStopped = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}
