import { type DatabaseStatistics, STATEMENT_BOUNDS } from "../postgres/statistics.ts";
import type { MetricsSources } from "./sources.ts";
import { type AddMetric, type MetricValue, toHistogram } from "./metric.ts";

/** Adds the metrics of a process that shares a database with others. */
export function addDatabaseMetrics(
  add: AddMetric,
  { replica, statistics }: NonNullable<MetricsSources["database"]>,
): void {
  add("concord_replica_info", "gauge", "Name of this process among those that share its database.", () => [
    { labels: { replica, state: "postgres" }, value: 1 },
  ]);
  const sizes = (help: string, name: "total" | "idle" | "waiting" | "limit"): void =>
    add(`concord_database_connections_${name}`, "gauge", help, () =>
      statistics.pools().map(({ pool, [name]: value }) => ({ labels: { pool }, value })),
    );
  sizes("Open connections of each pool.", "total");
  sizes("Open connections that no statement uses.", "idle");
  sizes("Statements and transactions that wait for a connection.", "waiting");
  sizes("Most connections of each pool.", "limit");
  add("concord_database_errors_total", "counter", "Failed statements and connections, by kind.", () =>
    [...statistics.failures].map(([kind, value]) => ({ labels: { kind }, value })),
  );
  add(STATEMENT_NAME, "histogram", "How long PostgreSQL took to answer a statement.", () => durations(statistics));
}

const STATEMENT_NAME = "concord_database_statement_duration_seconds";

function durations({ buckets, milliseconds }: DatabaseStatistics): MetricValue[] {
  return toHistogram(STATEMENT_NAME, { bounds: STATEMENT_BOUNDS, buckets, milliseconds, labels: {} });
}
