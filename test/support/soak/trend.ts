import type { Memory } from "./mock-process.ts";

/** Trend of a kind of memory: the medians of the three thirds of its samples. */
export interface Trend {
  readonly thirds: readonly [first: number, second: number, third: number];
  readonly climbs: boolean;
}

/** Accepted growth from the first third to the last: a share, and bytes, because memory always fluctuates. */
const TOLERANCE = { heapUsed: [0.05, 2 * 2 ** 20], rss: [0.1, 10 * 2 ** 20] } as const;

/** Computes the trend of memory by medians, because single samples are not significant. */
export function memoryTrend(samples: readonly Memory[], kind: keyof Memory): Trend {
  const third = Math.floor(samples.length / 3);
  const parts = [samples.slice(0, third), samples.slice(third, -third), samples.slice(-third)];
  const [first = 0, second = 0, last = 0] = parts.map((part) => median(part.map((sample) => sample[kind])));
  const [share, bytes] = TOLERANCE[kind];
  return { thirds: [first, second, last], climbs: last > first * (1 + share) + bytes };
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;
}
