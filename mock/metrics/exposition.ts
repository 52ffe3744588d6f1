import type { MetricsSources, Sizes } from "./sources.ts";
import { type Metric, Registry, collectDefaultMetrics } from "prom-client";
import { BOUNDS, type Meter } from "./meter.ts";

/** Value of a metric with its labels, in the form of prom-client. */
interface MetricValue {
  readonly metricName?: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
}

/** Writer of all metrics, and of those of the process, in the text format of Prometheus. Does not name organizations. */
export function createExposition(meter: Meter, { sizes }: MetricsSources): () => Promise<string> {
  const registry = new Registry();
  // Every metric reads numbers that are stored elsewhere. prom-client stores none of them.
  const add = (
    name: string,
    type: "counter" | "gauge" | "histogram",
    help: string,
    read: () => MetricValue[],
  ): void => {
    const get = () => Promise.resolve({ name, help, type, values: read(), aggregator: "sum" });
    registry.registerMetric({ name, help, type, get } as unknown as Metric);
  };
  let currentSizes: Sizes = { organizations: 0, resources: 0, journalled: 0, lost: 0 };
  add("concord_requests_total", "counter", "Exchanges by API, operation, status and verdict.", () => requests(meter));
  add(NAME, "histogram", "How long the mock took to answer.", () => durations(meter));
  add("concord_organizations", "gauge", "Organizations that have state, or that called.", () => [
    unlabelled(currentSizes.organizations),
  ]);
  add("concord_resources", "gauge", "Resources of all organizations and their snapshots.", () => [
    unlabelled(currentSizes.resources),
  ]);
  add(
    "concord_journal_exchanges",
    "gauge",
    "Exchanges that this process keeps in its journals, or has not written to PostgreSQL yet.",
    () => [unlabelled(currentSizes.journalled)],
  );
  add("concord_journal_lost_total", "counter", "Exchanges that were dropped while PostgreSQL was away.", () => [
    unlabelled(currentSizes.lost),
  ]);
  collectDefaultMetrics({ register: registry });
  return async () => {
    currentSizes = await sizes();
    return registry.metrics();
  };
}

function unlabelled(value: number): MetricValue {
  return { labels: {}, value };
}

function requests(meter: Meter): MetricValue[] {
  return [...meter.tallies()].flatMap(([api, operation, { counts }]) =>
    counts.map(({ status, verdict, times }) => ({ labels: { api, operation, status, verdict }, value: times })),
  );
}

/** Histogram of durations. Buckets are cumulative (OpenMetrics 1.0, "Histogram"). */
function durations(meter: Meter): MetricValue[] {
  return [...meter.tallies()].flatMap(([api, operation, { buckets, milliseconds }]) => {
    let total = 0;
    const values = buckets.map((count, place): MetricValue => {
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
