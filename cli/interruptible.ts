import { setImmediate } from "node:timers/promises";
import { type Context, createContext, runInContext } from "node:vm";
import { ToolError } from "../contracts/index.ts";
import type { Io } from "./command.ts";

let context: Context | undefined;

/**
 * Computes something that Ctrl-C ends at once. While JavaScript computes, no handler of a signal is heard: the virtual
 * machine breaks the script off wherever it is, so that it may do nothing but compute: no `catch` and no `finally` inside
 * of it is run, only what encloses the call is cleaned up. A request to end (SIGTERM) cannot be heard so, and ends the process as if nobody listened.
 * @throws ToolError "interrupted".
 */
export async function interruptible<T>(what: string, compute: () => T, io: Pick<Io, "signal">): Promise<T> {
  // Made before it is looked for signals: of one that came in between nothing would be known, until it comes again.
  // Once for all: that takes longer than to compile a small document.
  context ??= createContext();
  await checkInterrupted(what, io);
  const listeners = process.rawListeners("SIGTERM");
  process.removeAllListeners("SIGTERM");
  context["compute"] = compute;
  try {
    return runInContext("compute()", context, { breakOnSigint: true, displayErrors: false }) as T;
  } catch (error) {
    throw (error as { code?: unknown } | null)?.code === "ERR_SCRIPT_EXECUTION_INTERRUPTED"
      ? interrupted(what, error)
      : error;
  } finally {
    delete context["compute"];
    for (const listener of listeners) process.on("SIGTERM", listener as NodeJS.SignalsListener);
  }
}

/**
 * Computes something in several turns that signals end with the whole process, as if nobody listened: while a turn
 * computes, no handler is heard. For what leaves nothing behind that has to be cleaned up.
 * @throws ToolError "interrupted" where a signal has come before.
 */
export async function endedBySignals<T>(
  what: string,
  compute: () => T | Promise<T>,
  io: Pick<Io, "signal">,
): Promise<T> {
  await checkInterrupted(what, io);
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
 * Lets signals be heard that came while something was computed.
 * @throws ToolError "interrupted" where one has come.
 */
export async function checkInterrupted(what: string, { signal }: Pick<Io, "signal">): Promise<void> {
  await setImmediate();
  if (signal.aborted) throw interrupted(what);
}

function interrupted(what: string, cause?: unknown): ToolError {
  return new ToolError("interrupted", `Cannot ${what}: it was interrupted`, { cause });
}
