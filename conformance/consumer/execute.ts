import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { ToolError } from "../../contracts/index.ts";

export interface ExecuteOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** True as soon as the command is to be ended, because its calls say enough. */
  readonly isExcessive?: () => boolean;
}

/** Result of a command. */
export interface CommandResult {
  /** Null if a signal ended it. */
  readonly exitCode: number | null;
  readonly endedBy: "itself" | "timeout" | "interruption" | "excess";
  readonly durationMs: number;
  readonly output: string;
}

/** Bytes kept of the output, from its end. */
const MAX_OUTPUT_BYTES = 64 * 1024;

/** Milliseconds between looks at the calls. */
const LOOK_MS = 100;

/** Milliseconds between the request to stop and the kill. */
const GRACE_MS = 3_000;

/**
 * Runs a command without a shell, in a process group of its own, so that its children end with it.
 * @throws ToolError "unrunnable-command".
 */
export async function execute(
  [command, ...argv]: readonly [string, ...string[]],
  { env, timeoutMs, signal, isExcessive }: ExecuteOptions,
): Promise<CommandResult> {
  const started = performance.now();
  const child = spawn(command, argv, { env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const output = captureOutputEnd(child);
  const exited = once(child, "exit") as Promise<[code: number | null]>;
  const closed = once(child, "close").catch(() => []);
  const ending = new AbortController();
  let endedBy: CommandResult["endedBy"] = "itself";
  const endCommand = (by: CommandResult["endedBy"]) => {
    if (endedBy !== "itself") return;
    endedBy = by;
    kill(child, "SIGTERM");
    wait(GRACE_MS, undefined, { signal: ending.signal }).then(
      () => kill(child, "SIGKILL"),
      () => {},
    );
  };
  const interruptCommand = (): void => endCommand("interruption");
  const leave = (): void => kill(child, "SIGKILL");
  // A second Ctrl-C ends everything at once.
  process.once("exit", leave);
  signal.addEventListener("abort", interruptCommand, { once: true });
  if (signal.aborted) interruptCommand();
  const timer = setTimeout(() => endCommand("timeout"), timeoutMs);
  const look = isExcessive && setInterval(() => isExcessive() && endCommand("excess"), LOOK_MS);
  try {
    const [exitCode] = await exited.catch((error: unknown) => {
      throw new ToolError("unrunnable-command", `Cannot run "${command}": ${explainSpawnError(error)}`, {
        hint: "It is run without a shell: for pipes and variables, give sh -c '…'",
        cause: error,
      });
    });
    // A remaining child may keep the output open.
    leave();
    await Promise.race([closed, wait(GRACE_MS, undefined, { signal: ending.signal }).catch(() => {})]);
    return { exitCode, endedBy, durationMs: Math.round(performance.now() - started), output: output() };
  } finally {
    clearTimeout(timer);
    clearInterval(look);
    signal.removeEventListener("abort", interruptCommand);
    process.removeListener("exit", leave);
    ending.abort();
    child.stdout.destroy();
    child.stderr.destroy();
  }
}

/** End of both output streams. */
function captureOutputEnd({ stdout, stderr }: ChildProcess): () => string {
  let text = "";
  for (const stream of [stdout, stderr]) {
    stream?.setEncoding("utf8");
    stream?.on("data", (chunk: string) => {
      text += chunk;
      if (text.length > 2 * MAX_OUTPUT_BYTES) text = text.slice(-MAX_OUTPUT_BYTES);
    });
  }
  return () => text.slice(-MAX_OUTPUT_BYTES);
}

/** Ends a process group. Does nothing if it is gone. */
function kill(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal);
  } catch {
    child.kill(signal);
  }
}

function explainSpawnError(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "ENOENT") return "there is no such program";
  return message;
}
