import type { CallCosts } from "./in-process/measure.ts";
import type { SignaturesResult } from "./signatures/measure.ts";
import { median, ratio } from "./statistics.ts";

/** Rows of a table. The first row is its head. */
export type Rows = readonly (readonly string[])[];

/** Highest number of microseconds that is asked of `mock.fetch`, by exchange. */
const askedMicroseconds: Readonly<Record<string, number>> = { "GET by id": 15, POST: 30 };

/** Table of the calls within one process, as text. */
export function inProcessReport(result: CallCosts): string {
  const rows = Object.entries(result).flatMap(([exchange, callers]) =>
    (
      [
        ["mock.fetch", "fetch"],
        ["undici.request", "undici.request"],
        ["fetch", "fetch"],
      ] as const
    ).map(([client, peerClient]) => {
      const [ours, agent, msw] = [`Concord ${client}`, `MockAgent ${peerClient}`, `MSW ${peerClient}`].map((name) =>
        (callers[name] ?? []).map((cost) => cost.microseconds),
      ) as [number[], number[], number[]];
      const microseconds = [ours, agent, msw].map((numbers) => significantDigits(median(numbers)));
      const asked = client === "mock.fetch" ? askedMicroseconds[exchange] : undefined;
      return [
        `${exchange}, ${client}`,
        ...microseconds,
        times(ours, agent),
        times(ours, msw),
        asked === undefined ? "–" : significantDigits(median(ours) / asked),
      ];
    }),
  );
  const head = ["", "Concord", "MockAgent", "MSW", "Concord ÷ MockAgent", "Concord ÷ MSW", "÷ asked"];
  return `In process, the ordinary document, µs per call\n\n${table([head, ...rows])}`;
}

/** Table of the cost of verifying a delivery, as text. */
export function signaturesReport(result: SignaturesResult): string {
  const row = (
    label: string,
    bare: readonly number[],
    ours: readonly number[],
    library: readonly number[],
  ): string[] => [
    label,
    ...[bare, ours, library].map((numbers) => significantDigits(median(numbers))),
    twoDecimals(ratio(ours, bare)),
    twoDecimals(ratio(ours, library)),
  ];
  const head = [
    "",
    "node:crypto",
    "Concord",
    "standardwebhooks",
    "Concord ÷ node:crypto",
    "Concord ÷ standardwebhooks",
  ];
  const rows = [
    row("v1a and v1, keys read once", result["both, node:crypto"], result["both, Concord"], []),
    row("v1a and v1, key as PEM", result["both, node:crypto"], result["both, Concord with PEM"], []),
    row("v1 alone", result["v1, node:crypto"], result["v1, Concord"], result["v1, standardwebhooks"]),
  ];
  return `Verifying a delivery of 2 KB, µs\n\n${table([head, ...rows])}`;
}

/** Markdown table with aligned columns. */
export function table(rows: Rows): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0), 3));
  const [head = [], ...body] = rows.map((row) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))),
  );
  const rule = widths.map((width, column) => (column === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`));
  return [head, rule, ...body].map((cells) => `| ${cells.join(" | ")} |\n`).join("");
}

function times(ones: readonly number[], others: readonly number[]): string {
  return significantDigits(ratio(ones, others));
}

/** Two decimals, for ratios that are close to 1. */
export function twoDecimals(value: number): string {
  return Number.isFinite(value) ? value.toFixed(2) : "–";
}

/** Two or three significant digits. More would be noise of the machine. */
export function significantDigits(value: number): string {
  if (!Number.isFinite(value)) return "–";
  return value >= 100 ? Math.round(value).toLocaleString("en-US") : value.toPrecision(value >= 10 ? 3 : 2);
}
