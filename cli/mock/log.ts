import type { PlatformOptions } from "../../mock/index.ts";
import type { Io } from "../command.ts";

type Observe = NonNullable<PlatformOptions["observe"]>;
type Level = "info" | "warn" | "error";

/** Log on standard error, one line of JSON per entry. */
export interface Log {
  /** Logs an exchange, if its level is high enough. */
  readonly observe: Observe;
  /** Logs a message of the mock, at every level. */
  readonly notice: (text: string) => void;
}

/** Log level of each verdict. */
const levels: Readonly<Record<Parameters<Observe>[0]["verdict"], Level>> = {
  answered: "info",
  refused: "warn",
  unmatched: "warn",
  failed: "error",
};

/** Creates the log. Loads pino only if it is needed. */
export async function createLog(io: Io, level: string): Promise<Log> {
  const { pino, stdTimeFunctions } = await import("pino");
  const settings = {
    level,
    base: null,
    // Real time, so that the log can be compared with other logs. Clocks of organizations may differ.
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (name: string) => ({ level: name }) },
  };
  const log = pino(settings, { write: io.err });
  const notices = log.child({}, { level: "info" });
  return {
    observe({ method, url, api, operation, status, verdict, reason, stack, faults, durationMs }, organization) {
      const entry = { method, path: url, api, operation, status, verdict, reason, stack, faults, durationMs };
      log[levels[verdict]]({ ...entry, organization });
    },
    notice: (text) => notices.info(text.trimEnd()),
  };
}
