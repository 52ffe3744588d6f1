import type { MetricsSources, StateSizes } from "./sources.ts";
import { type Metric, Registry, collectDefaultMetrics } from "prom-client";
import { addDatabaseMetrics } from "./database-metrics.ts";
import { BOUNDS, type Meter } from "./meter.ts";
import { type AddMetric, type MetricValue, toHistogram, unlabelled } from "./metric.ts";

/** Longest wait for sizes that a database counts, in milliseconds. Without them, the other metrics are written. */
const LIMIT_MS = 2000;

/** Writer of all metrics, and of those of the process, in the text format of Prometheus. Does not name organizations. */
export function createExposition(meter: Meter, { sizes, journal, database }: MetricsSources): () => Promise<string> {
  const registry = new Registry();
  // Every metric reads numbers that are stored elsewhere. prom-client stores none of them.
  const addMetric: AddMetric = (name, type, help, read) => {
    const get = () => Promise.resolve({ name, help, type, values: read(), aggregator: "sum" });
    registry.registerMetric({ name, help, type, get } as unknown as Metric);
  };
  let currentSizes: StateSizes | undefined;
  const addSize = (name: string, help: string, size: keyof StateSizes): void =>
    addMetric(name, "gauge", help, () => (currentSizes ? [unlabelled(currentSizes[size])] : []));
  addMetric("concord_requests_total", "counter", "Exchanges by API, operation, status and verdict.", () =>
    requests(meter),
  );
  addMetric(NAME, "histogram", "How long the mock took to answer.", () => durations(meter));
  addSize("concord_organizations", "Organizations that have state, or that called.", "organizations");
  addSize("concord_resources", "Resources of all organizations and their snapshots.", "resources");
  addMetric(
    "concord_journal_exchanges",
    "gauge",
    "Exchanges that this process keeps in its journals, or has not written to PostgreSQL yet.",
    () => [unlabelled(journal().kept)],
  );
  addMetric("concord_journal_lost_total", "counter", "Exchanges that were dropped while PostgreSQL was away.", () => [
    unlabelled(journal().lost),
  ]);
  if (database) addDatabaseMetrics(addMetric, database);
  collectDefaultMetrics({ register: registry });
  return async () => {
    currentSizes = await (database ? inTime(sizes()) : sizes());
    return registry.metrics();
  };
}

/** Undefined if the database is away: then metrics are needed most. */
async function inTime(sizes: Promise<StateSizes>): Promise<StateSizes | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, LIMIT_MS, undefined);
  });
  const known = sizes.catch(() => undefined);
  return Promise.race([known, late]).finally(() => clearTimeout(timer));
}

function requests(meter: Meter): MetricValue[] {
  return [...meter.tallies()].flatMap(([api, operation, { counts }]) =>
    counts.map(({ status, verdict, times }) => ({ labels: { api, operation, status, verdict }, value: times })),
  );
}

function durations(meter: Meter): MetricValue[] {
  return [...meter.tallies()].flatMap(([api, operation, { buckets, milliseconds }]) =>
    toHistogram(NAME, { bounds: BOUNDS, buckets, milliseconds, labels: { api, operation } }),
  );
}

const NAME = "concord_request_duration_seconds";
