import { type Rows, significantDigits, table, twoDecimals } from "../report.ts";
import { median, ratio } from "../statistics.ts";
import type { DocumentResult, MeasuredExchange } from "./measure.ts";

/** Table of the measurements with one document, as text. */
export function documentReport({ document, generator, isPinned, exchanges }: DocumentResult): string {
  const rows = exchanges.map((exchange) => {
    const { name, operation, bytes, allocated = Number.NaN, servers } = exchange;
    const { "node:http": bare, Concord: ours, Prism: prism } = servers;
    return [
      `${name}, ${operation}`,
      significantDigits(bytes),
      ...[bare, ours, prism].map(({ perSecond, refused }) => refused ?? significantDigits(median(perSecond))),
      twoDecimals(ratio(ours.perSecond, bare.perSecond)),
      twoDecimals(ratio(bare.cpuMicroseconds, ours.cpuMicroseconds)),
      prism.refused === undefined ? significantDigits(ratio(ours.perSecond, prism.perSecond)) : "–",
      significantDigits(median(ours.p99Ms)),
      significantDigits(allocated / 1000),
    ];
  });
  const head = [
    document,
    "bytes",
    "node:http/s",
    "Concord/s",
    "Prism/s",
    "÷ node:http",
    "÷ node:http, CPU",
    "÷ Prism",
    "p99 ms",
    "kB allocated",
  ];
  const place = isPinned ? "servers on one core, the generator on another" : "not pinned to cores";
  return `HTTP, ${document}, load from ${generator}, ${place}\n\n${table([head, ...rows])}`;
}

/** Required ratio to the requests/s of node:http, by exchange. */
const requiredRatios: Readonly<Record<string, number>> = {
  "GET by id": 0.75,
  "GET 20": 0.5,
  "GET 20 filtered": 0.5,
  change: 0.5,
  POST: 0.5,
};

/** Table of all documents together: the median operation and the worst one, by kind of document, as text. */
export function documentsSummary(results: readonly DocumentResult[]): string {
  const kinds = [...new Set(results.map(({ kind }) => kind))];
  const names = [...new Set(results.flatMap(({ exchanges }) => exchanges.map(({ name }) => name)))];
  const rows: Rows = [
    ["Concord ÷ node:http", "asked", ...kinds.flatMap((kind) => [`${kind}, median`, "worst"])],
    ...names.map((name) => [
      name,
      twoDecimals(requiredRatios[name] ?? Number.NaN),
      ...kinds.flatMap((kind) => {
        const ratios = results
          .filter((result) => result.kind === kind)
          .flatMap(({ exchanges }) => exchanges.filter((each) => each.name === name).map(ratioToBare));
        return [twoDecimals(median(ratios)), twoDecimals(Math.min(...ratios))];
      }),
    ]),
  ];
  return `All documents, requests/s\n\n${table(rows)}`;
}

function ratioToBare({ servers }: MeasuredExchange): number {
  return ratio(servers.Concord.perSecond, servers["node:http"].perSecond);
}
