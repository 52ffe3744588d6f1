import { type Context, createContext, runInContext } from "node:vm";

/** What tells whether a text has a pattern of JSON Schema. */
export type Pattern = Pick<RegExp, "test">;

/** A shorter text is tried in few ways, whatever the pattern. */
export const SHORT = 8;

/** Long enough that a busy machine does not stop what would have ended. */
const MILLISECONDS = 1000;

let context: Context | undefined;

/**
 * A pattern that only a backtracking engine knows, stopped where it takes too long or too much memory; from then on it
 * has nothing against any text, since nobody can tell.
 */
export function stoppedInTime(pattern: RegExp): Pattern {
  let isStopped = false;
  return {
    test: (text) => {
      if (isStopped) return true;
      try {
        if (text.length < SHORT) return pattern.test(text);
        context ??= createContext({});
        Object.assign(context, { pattern, text });
        return runInContext("pattern.test(text)", context, { timeout: MILLISECONDS }) as boolean;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ERR_SCRIPT_EXECUTION_TIMEOUT" && !isRangeError(error))
          throw error;
        isStopped = true;
        return true;
      }
    },
  };
}

/** Also one of another context. */
function isRangeError(error: unknown): boolean {
  return (error as Error).name === "RangeError";
}
