import type { MetricsSources } from "./sources.ts";
import { type Meter, createMeter } from "./meter.ts";

export { type Tally, countExchange } from "./meter.ts";

/** Metrics of a running mock. */
export interface Metrics extends Pick<Meter, "tallyOf" | "unmatched"> {
  /** All metrics in the text format of Prometheus. The first call loads prom-client. */
  text(): Promise<string>;
}

export function createMetrics(sources: MetricsSources): Metrics {
  const meter = createMeter();
  let write: Promise<() => Promise<string>> | undefined;
  return {
    tallyOf: meter.tallyOf,
    unmatched: meter.unmatched,
    async text() {
      write ??= import("./exposition.ts").then(({ createExposition }) => createExposition(meter, sources));
      return (await write)();
    },
  };
}
