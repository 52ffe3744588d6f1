import { significantDigits, table, twoDecimals } from "../report.ts";
import { median, ratio } from "../statistics.ts";
import { type StateResult, storageNames } from "./measure.ts";

/** Required ratio to the requests/s in memory with one replica, by exchange. */
const requiredRatios: Readonly<Record<string, number>> = { "GET by id": 0.25, POST: 0.15 };

/** Required p99 at the fixed rate, in milliseconds. */
const REQUIRED_P99_MS = 20;

/** Tables of the storages of state, as text. */
export function stateReport({ generator, ratePerSecond, exchanges }: StateResult): string {
  const rows = Object.entries(exchanges).map(([name, storages]) => [
    name,
    significantDigits(median(storages.memory.perSecond)),
    twoDecimals(requiredRatios[name] ?? Number.NaN),
    ...storageNames
      .slice(1)
      .map((storage) => twoDecimals(ratio(storages[storage].perSecond, storages.memory.perSecond))),
    twoDecimals(ratio(storages["PostgreSQL, three replicas"].perSecond, storages.PostgreSQL.perSecond)),
  ]);
  const latencies = Object.entries(exchanges).map(([name, storages]) => [
    name,
    significantDigits(REQUIRED_P99_MS),
    ...storageNames.map((storage) => significantDigits(median(storages[storage].p99Ms))),
  ]);
  const head = ["÷ memory", "memory/s", "asked", ...storageNames.slice(1), "three replicas ÷ one"];
  return [
    `State, the ordinary document, load from ${generator}, not pinned to cores\n\n${table([head, ...rows])}`,
    `p99 at ${ratePerSecond} requests/s, ms\n\n${table([["", "asked", ...storageNames], ...latencies])}`,
  ].join("\n");
}
