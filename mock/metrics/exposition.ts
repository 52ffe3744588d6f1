import type { MetricsSources, Sizes } from "./sources.ts";
import { type Metric, Registry, collectDefaultMetrics } from "prom-client";
import { BOUNDS, type Meter } from "./meter.ts";

interface Value {
  readonly metricName?: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
}

/** Writes what was counted, and what the process needs, as Prometheus reads it. No organization is named. */
export function createExposition(meter: Meter, { sizes }: MetricsSources): () => Promise<string> {
  const registry = new Registry();
  // Every metric is a view of numbers that others keep: prom-client keeps none of ours.
  const add = (name: string, type: "counter" | "gauge" | "histogram", help: string, read: () => Value[]): void => {
    const get = () => Promise.resolve({ name, help, type, values: read(), aggregator: "sum" });
    registry.registerMetric({ name, help, type, get } as unknown as Metric);
  };
  let now: Sizes = { organizations: 0, resources: 0, journalled: 0 };
  add("concord_requests_total", "counter", "Exchanges by API, operation, status and verdict.", () => requests(meter));
  add(NAME, "histogram", "How long the mock took to answer.", () => durations(meter));
  add("concord_organizations", "gauge", "Organizations that have state, or that called.", () => [
    of(now.organizations),
  ]);
  add("concord_resources", "gauge", "Resources of all organizations and their snapshots.", () => [of(now.resources)]);
  add("concord_journal_exchanges", "gauge", "Exchanges that are kept in journals.", () => [of(now.journalled)]);
  collectDefaultMetrics({ register: registry });
  return async () => {
    now = await sizes();
    return registry.metrics();
  };
}

function of(value: number): Value {
  return { labels: {}, value };
}

function requests(meter: Meter): Value[] {
  return [...meter.tallies()].flatMap(([api, operation, { counts }]) =>
    counts.map(({ status, verdict, times }) => ({ labels: { api, operation, status, verdict }, value: times })),
  );
}

/** Buckets hold all that took at most so long, so each holds those below it (OpenMetrics 1.0, "Histogram"). */
function durations(meter: Meter): Value[] {
  return [...meter.tallies()].flatMap(([api, operation, { buckets, milliseconds }]) => {
    let total = 0;
    const values = buckets.map((count, place): Value => {
      total += count;
      const le = place < BOUNDS.length ? (BOUNDS[place] as number) / 1000 : "+Inf";
      return { metricName: `${NAME}_bucket`, labels: { le, api, operation }, value: total };
    });
    const labels = { api, operation };
    return [
      ...values,
      { metricName: `${NAME}_sum`, labels, value: milliseconds / 1000 },
      { metricName: `${NAME}_count`, labels, value: total },
    ];
  });
}

const NAME = "concord_request_duration_seconds";
