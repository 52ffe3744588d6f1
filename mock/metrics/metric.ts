/** Value of a metric with its labels, in the form of prom-client. */
export interface MetricValue {
  readonly metricName?: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
}

/** Adds a metric whose values are read at each scrape. */
export type AddMetric = (
  name: string,
  type: "counter" | "gauge" | "histogram",
  help: string,
  read: () => readonly MetricValue[],
) => void;

export function unlabelled(value: number): MetricValue {
  return { labels: {}, value };
}

/** Counted durations. Each bucket counts those that are longer than the previous bound. */
interface Durations {
  /** Upper bounds, in milliseconds. One more bucket has all longer durations. */
  readonly bounds: readonly number[];
  readonly buckets: readonly number[];
  readonly milliseconds: number;
  readonly labels: Readonly<Record<string, string>>;
}

/** Values of a histogram. Its buckets are cumulative (OpenMetrics 1.0, "Histogram"). */
export function toHistogram(name: string, { bounds, buckets, milliseconds, labels }: Durations): MetricValue[] {
  let total = 0;
  const values = buckets.map((count, place): MetricValue => {
    total += count;
    const le = place < bounds.length ? (bounds[place] as number) / 1000 : "+Inf";
    return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: total };
  });
  return [
    ...values,
    { metricName: `${name}_sum`, labels, value: milliseconds / 1000 },
    { metricName: `${name}_count`, labels, value: total },
  ];
}
