import { significantDigits, table } from "../report.ts";
import type { MemoryPhases, MemoryResult, MemoryUse, Phase } from "./measure.ts";

/** Required ratio of the memory after load to the memory when idle. */
const REQUIRED_RATIO = 1.5;

const servers = ["node:http", "Concord", "Prism"];

/** Table of the memory of servers before and after load, as text. */
export function memoryReport({ loadMs, servers: measured }: MemoryResult): string {
  const concord = measured["Concord"] as MemoryPhases;
  const seconds = `${loadMs / 1000} s`;
  const phases: readonly [label: string, phase: Phase][] = [
    ["after a first request", "idle"],
    [`after ${seconds} of reads and changes`, "reads and changes"],
    [`then ${seconds} of creations (${concord.creations.answered.toLocaleString("en-US")})`, "creations"],
  ];
  const figures: readonly [label: string, of: (use: MemoryUse) => number | undefined][] = [
    ["", ({ bytes }) => bytes],
    [", collected", ({ collectedBytes }) => collectedBytes],
    [", collected, heap alone", ({ heapBytes }) => heapBytes],
  ];
  const rows = figures.flatMap(([suffix, of]) =>
    phases.map(([label, phase]) => {
      const bytes = servers.map((name) => measured[name]?.[phase]).map((use) => use && of(use));
      const ratio = (of(concord[phase]) ?? Number.NaN) / (of(concord.idle) ?? Number.NaN);
      const compared = phase === "idle" ? [Number.NaN, Number.NaN] : [ratio, ratio / REQUIRED_RATIO];
      return [
        label + suffix,
        ...[...bytes.map((each) => (each ?? Number.NaN) / 1e6), ...compared].map(significantDigits),
      ];
    }),
  );
  const head = ["", ...servers, "Concord ÷ first request", "÷ asked"];
  return `Memory with the ordinary document (orders.yaml), MB, resident set unless stated\n\n${table([head, ...rows])}`;
}
