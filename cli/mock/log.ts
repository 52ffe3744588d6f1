import type { PlatformOptions } from "../../mock/index.ts";
import type { Io } from "../command.ts";
import { usage } from "../parse.ts";

type Observe = NonNullable<PlatformOptions["observe"]>;
type Level = "info" | "warn" | "error";

/** What is written to standard error, a line of JSON each. */
export interface Log {
  /** An exchange, if it matters enough. */
  readonly observe: Observe;
  /** What the mock has to say beside them, however little else is wanted. */
  readonly notice: (text: string) => void;
}

/** How much each verdict matters to who reads the log. */
const levels: Readonly<Record<Parameters<Observe>[0]["verdict"], Level>> = {
  answered: "info",
  refused: "warn",
  unmatched: "warn",
  failed: "error",
};

/** Writes lines of JSON; what does is loaded when it is wanted. */
export async function logTo(io: Io, level: string): Promise<Log> {
  if (!Object.values<string>(levels).includes(level))
    throw usage("mock", `--log takes info, warn or error, not "${level}"`);
  const { pino, stdTimeFunctions } = await import("pino");
  const settings = {
    level,
    base: null,
    // The machine's time: a log is read beside those of others, whatever the clocks of organizations say.
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (name: string) => ({ level: name }) },
  };
  const log = pino(settings, { write: io.err });
  const notices = log.child({}, { level: "info" });
  return {
    observe({ method, url, api, operation, status, verdict, reason, stack, faults, durationMs }, organization) {
      const told = { method, path: url, api, operation, status, verdict, reason, stack, faults, durationMs };
      log[levels[verdict]]({ ...told, organization });
    },
    notice: (text) => notices.info(text.trimEnd()),
  };
}
