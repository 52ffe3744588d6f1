import type { MetricsSources, Sizes } from "./sources.ts";
import { type Metric, Registry, collectDefaultMetrics } from "prom-client";
import { addDatabaseMetrics } from "./database-metrics.ts";
import { BOUNDS, type Meter } from "./meter.ts";
import { type AddMetric, type MetricValue, histogramOf, unlabelled } from "./metric.ts";

/** Longest wait for sizes that a database counts, in milliseconds. Without them, the other metrics are written. */
const LIMIT_MS = 2000;

/** Writer of all metrics, and of those of the process, in the text format of Prometheus. Does not name organizations. */
export function createExposition(meter: Meter, { sizes, database }: MetricsSources): () => Promise<string> {
  const registry = new Registry();
  // Every metric reads numbers that are stored elsewhere. prom-client stores none of them.
  const add: AddMetric = (name, type, help, read) => {
    const get = () => Promise.resolve({ name, help, type, values: read(), aggregator: "sum" });
    registry.registerMetric({ name, help, type, get } as unknown as Metric);
  };
  let currentSizes: Sizes | undefined;
  const addSize = (name: string, help: string, size: keyof Sizes): void =>
    add(name, name.endsWith("_total") ? "counter" : "gauge", help, () =>
      currentSizes ? [unlabelled(currentSizes[size])] : [],
    );
  add("concord_requests_total", "counter", "Exchanges by API, operation, status and verdict.", () => requests(meter));
  add(NAME, "histogram", "How long the mock took to answer.", () => durations(meter));
  addSize("concord_organizations", "Organizations that have state, or that called.", "organizations");
  addSize("concord_resources", "Resources of all organizations and their snapshots.", "resources");
  addSize(
    "concord_journal_exchanges",
    "Exchanges that this process keeps in its journals, or has not written to PostgreSQL yet.",
    "journalled",
  );
  addSize("concord_journal_lost_total", "Exchanges that were dropped while PostgreSQL was away.", "lost");
  if (database) addDatabaseMetrics(add, database);
  collectDefaultMetrics({ register: registry });
  return async () => {
    currentSizes = await (database ? inTime(sizes()) : sizes());
    return registry.metrics();
  };
}

/** Undefined if the database is away: then metrics are needed most. */
async function inTime(sizes: Promise<Sizes>): Promise<Sizes | undefined> {
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
    histogramOf(NAME, { bounds: BOUNDS, buckets, milliseconds, labels: { api, operation } }),
  );
}

const NAME = "concord_request_duration_seconds";
