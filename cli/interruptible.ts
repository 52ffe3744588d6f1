import { setImmediate } from "node:timers/promises";
import { type Context, createContext, runInContext } from "node:vm";
import { ToolError } from "../contracts/index.ts";
import type { Io } from "./command.ts";

let context: Context | undefined;

/**
 * Runs a synchronous computation that Ctrl-C interrupts. Signal handlers do not run during synchronous code, so the
 * virtual machine stops the script itself. `catch` and `finally` inside of the computation do not run, so it must not
 * have side effects. SIGTERM cannot interrupt it and kills the process.
 * @throws ToolError "interrupted".
 */
export async function interruptible<T>(action: string, compute: () => T, io: Pick<Io, "signal">): Promise<T> {
  // Created before the check for signals, because a signal during the creation would be lost. Created once, because it
  // takes longer than compiling a small document.
  context ??= createContext();
  await checkInterrupted(action, io);
  const listeners = process.rawListeners("SIGTERM");
  process.removeAllListeners("SIGTERM");
  context["compute"] = compute;
  try {
    return runInContext("compute()", context, { breakOnSigint: true, displayErrors: false }) as T;
  } catch (error) {
    throw (error as { code?: unknown } | null)?.code === "ERR_SCRIPT_EXECUTION_INTERRUPTED"
      ? interruptedError(action, error)
      : error;
  } finally {
    delete context["compute"];
    for (const listener of listeners) process.on("SIGTERM", listener as NodeJS.SignalsListener);
  }
}

/**
 * Runs an asynchronous computation during which signals kill the process, because their handlers would not run in time.
 * For computations that need no cleaning up.
 * @throws ToolError "interrupted" if a signal came before.
 */
export async function killedBySignals<T>(
  action: string,
  compute: () => T | Promise<T>,
  io: Pick<Io, "signal">,
): Promise<T> {
  await checkInterrupted(action, io);
  const names = ["SIGINT", "SIGTERM"] as const;
  const listeners = names.flatMap((name) => process.rawListeners(name).map((listener) => [name, listener] as const));
  for (const name of names) process.removeAllListeners(name);
  try {
    return await compute();
  } finally {
    for (const [name, listener] of listeners) process.on(name, listener as NodeJS.SignalsListener);
  }
}

/**
 * Lets the handlers of pending signals run.
 * @throws ToolError "interrupted" if a signal came.
 */
export async function checkInterrupted(action: string, { signal }: Pick<Io, "signal">): Promise<void> {
  await setImmediate();
  if (signal.aborted) throw interruptedError(action);
}

function interruptedError(action: string, cause?: unknown): ToolError {
  return new ToolError("interrupted", `Cannot ${action}: it was interrupted`, { cause });
}
