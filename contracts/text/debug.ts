import { type Debugger, createDebug as createDebugger } from "obug";

/** Areas that describe their decisions. */
type Area = "contracts" | "mock" | "conformance" | "compat";

/**
 * Returns a function that writes a note to stderr if the variable DEBUG names the area: "concord:*" or "concord:compat".
 * A note is computed only then.
 * @example
 * const debug = createDebug("compat");
 * debug(() => `${rule.id} at ${pointer}`);
 */
export function createDebug(area: Area): (note: () => string) => void {
  const write: Debugger = createDebugger(`concord:${area}`);
  return (note) => {
    if (write.enabled) write("%s", note());
  };
}
