import type { MetricsSources } from "./sources.ts";
import { type Meter, createMeter } from "./meter.ts";

export { type Tally, count } from "./meter.ts";

/** What a running mock counts of itself. */
export interface Metrics extends Pick<Meter, "tallyOf" | "unmatched"> {
  /** All of it in Prometheus's text format; what writes it is loaded when it is first asked for. */
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
