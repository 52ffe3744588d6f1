import { significantDigits, table } from "../report.ts";
import { median, ratio } from "../statistics.ts";
import type { FlatResult } from "./measure.ts";

/** Required ratio of the cost with the largest amount to the cost with the smallest. */
const REQUIRED_RATIO = 1.1;

/** Table of the costs by number of documents or records, as text. */
export function flatReport({ what, amounts, exchanges }: FlatResult): string {
  const [least = 0, ...more] = amounts;
  const count = (amount: number): string => `${amount.toLocaleString("en-US")} ${what}`;
  const rows = Object.entries(exchanges).map(([exchange, byAmount]) => {
    const numbers = (amount: number): readonly number[] => (byAmount[amount] ?? []).map((cost) => cost.cpuMicroseconds);
    const ratios = more.map((amount) => ratio(numbers(amount), numbers(least)));
    return [
      exchange,
      ...amounts.map((amount) => significantDigits(median(numbers(amount)))),
      ...[...ratios, REQUIRED_RATIO, (ratios.at(-1) ?? Number.NaN) / REQUIRED_RATIO].map(significantDigits),
    ];
  });
  const head = [
    "",
    ...amounts.map(count),
    ...more.map((amount) => `${count(amount)} ÷ ${least.toLocaleString("en-US")}`),
    "asked",
    "÷ asked",
  ];
  return `mock.fetch by number of ${what}, the ordinary document (orders.yaml), CPU µs per call\n\n${table([head, ...rows])}`;
}
