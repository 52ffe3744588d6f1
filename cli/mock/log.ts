import type { PlatformOptions } from "../../mock/index.ts";
import type { Io } from "../command.ts";
import { usage } from "../parse.ts";

type Observe = NonNullable<PlatformOptions["observe"]>;
type Level = "info" | "warn" | "error";

/** How much each verdict matters to who reads the log. */
const levels: Readonly<Record<Parameters<Observe>[0]["verdict"], Level>> = {
  answered: "info",
  refused: "warn",
  unmatched: "warn",
  failed: "error",
};

/** Writes a line of JSON for each exchange that matters enough; what writes it is loaded when it is wanted. */
export async function logTo(io: Io, level: string): Promise<Observe> {
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
  return ({ method, url, api, operation, status, verdict, weather, durationMs }, organization) =>
    log[levels[verdict]]({ method, path: url, api, operation, status, verdict, weather, durationMs, organization });
}
