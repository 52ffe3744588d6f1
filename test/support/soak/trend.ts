import type { Memory } from "./mock-process.ts";

/** Trend of a size: the medians of the three thirds of its samples. */
export interface Trend {
  readonly thirds: readonly [first: number, second: number, third: number];
  readonly climbs: boolean;
}

/** Accepted growth from the first third to the last: a share, and bytes. */
type Tolerance = readonly [share: number, bytes: number];

/** Memory always fluctuates. */
const MEMORY_TOLERANCE = { heapUsed: [0.05, 2 * 2 ** 20], rss: [0.1, 10 * 2 ** 20] } as const;

/** Tables grow until a vacuum frees the place of removed rows. */
const TABLE_TOLERANCE: Tolerance = [0.2, 8 * 2 ** 20];

/** Computes the trend of memory. */
export function memoryTrend(samples: readonly Memory[], kind: keyof Memory): Trend {
  return trendOf(
    samples.map((sample) => sample[kind]),
    MEMORY_TOLERANCE[kind],
  );
}

/** Computes the trend of the size of a table. */
export function tableTrend(sizes: readonly number[]): Trend {
  return trendOf(sizes, TABLE_TOLERANCE);
}

/** By medians, because single samples are not significant. */
function trendOf(samples: readonly number[], [share, bytes]: Tolerance): Trend {
  const third = Math.floor(samples.length / 3);
  const parts = [samples.slice(0, third), samples.slice(third, -third), samples.slice(-third)];
  const [first = 0, second = 0, last = 0] = parts.map(median);
  return { thirds: [first, second, last], climbs: last > first * (1 + share) + bytes };
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;
}
