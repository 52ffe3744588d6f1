import { significantDigits, table } from "../report.ts";
import { median } from "../statistics.ts";
import type { ConformanceResult } from "./measure.ts";
import type { RunResult } from "./turn.ts";

/** Required requests per second on one core. */
const requiredPerSecond = { "in process": 3000, HTTP: 1500 } as const;

/** Tables of conformance runs on a mock, as text. */
export function conformanceReport({ runs, memory }: ConformanceResult): string {
  const ordinary = Object.entries(runs).filter(([name]) => !name.endsWith("profiled"));
  const speed = ordinary.map(([name, rounds]) => {
    const goal = requiredPerSecond[name.startsWith("HTTP") ? "HTTP" : "in process"];
    const perCore = median(rounds.map(({ requests, cpuMilliseconds }) => requests / (cpuMilliseconds / 1000)));
    return [
      name,
      significantDigits(of(rounds, "requests")),
      significantDigits(of(rounds, "milliseconds") / 1000),
      significantDigits(median(rounds.map(({ requests, milliseconds }) => requests / (milliseconds / 1000)))),
      significantDigits(perCore),
      significantDigits(perCore / goal),
      String(Math.max(...rounds.map(({ failures }) => failures))),
    ];
  });
  const profiled = Object.entries(runs).filter(([name]) => name.endsWith("profiled"));
  const names = [
    ...new Set(profiled.flatMap(([, rounds]) => rounds.flatMap(({ shares = {} }) => Object.keys(shares)))),
  ];
  const shares = profiled.map(([name, rounds]) => [
    name.replace(", profiled", ""),
    ...names.map((part) => `${Math.round(median(rounds.map((round) => round.shares?.[part] ?? 0)) * 100)} %`),
  ]);
  const [least] = memory;
  const held = memory.map(({ requests, heapBytes }) => [
    requests.toLocaleString("en-US"),
    significantDigits(heapBytes / 1e6),
    significantDigits(heapBytes / (least?.heapBytes ?? Number.NaN)),
  ]);
  const head = ["", "requests", "seconds", "requests/s", "requests/s of CPU", "÷ asked", "findings"];
  return [
    `Conformance on a mock with all contracts\n\n${table([head, ...speed])}`,
    `What the time of another run goes to\n\n${table([["", ...names], ...shares])}`,
    `What is held after a run over HTTP\n\n${table([["requests", "MB", "÷ least"], ...held])}`,
  ].join("\n");
}

function of(rounds: readonly RunResult[], member: "requests" | "milliseconds"): number {
  return median(rounds.map((round) => round[member]));
}
