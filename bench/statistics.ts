/** Median. For an even count, the mean of the two middle numbers. NaN for an empty list. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? Number.NaN;
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? Number.NaN) + upper) / 2 : upper;
}

/** Smallest of the numbers that at least the given share of the numbers does not exceed. */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = Float64Array.from(numbers).toSorted();
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/**
 * Median of the ratios of all rounds. A temporary slowdown of the machine affects both sides of a round and does not
 * change their ratio.
 */
export function ratio(ones: readonly number[], others: readonly number[]): number {
  return median(ones.map((one, round) => one / (others[round] ?? Number.NaN)));
}

/** Exponent of growth: the slope of a linear fit of both logarithms. NaN for fewer than two points. */
export function exponent(points: readonly (readonly [amount: number, cost: number])[]): number {
  const logs = points.map(([amount, cost]) => [Math.log(amount), Math.log(cost)] as const);
  const mean = (of: 0 | 1): number => logs.reduce((sum, log) => sum + log[of], 0) / logs.length;
  const [x, y] = [mean(0), mean(1)];
  const sum = (of: (log: readonly [number, number]) => number): number => logs.reduce((all, log) => all + of(log), 0);
  return sum(([a, b]) => (a - x) * (b - y)) / sum(([a]) => (a - x) ** 2);
}
