import { significantDigits, table } from "../report.ts";
import { median, ratio } from "../statistics.ts";
import type { StartResult } from "./commands.ts";
import type { StartupFigures } from "./measure.ts";

/** Table of the start of commands, as text. */
export function commandsReport(results: readonly StartResult[]): string {
  const rows = results.map(({ name, firstMs, milliseconds, bareMs, bytes, asked }) => {
    const [ms, size] = [median(milliseconds), median(bytes)];
    return [
      name,
      ...[
        firstMs,
        ms,
        median(bareMs),
        ratio(milliseconds, bareMs),
        asked.ms,
        ms / asked.ms,
        size / 1e6,
        size / (asked.bytes ?? Number.NaN),
      ].map(significantDigits),
    ];
  });
  const head = [
    "",
    "empty cache, ms",
    "ms",
    "node -e 0, ms",
    "÷ node -e 0",
    "asked, ms",
    "÷ asked",
    "MB",
    "MB ÷ asked",
  ];
  return `Start of the built package\n\n${table([head, ...rows])}`;
}

/** Table of the time before a test can begin, as text. */
export function startupReport(startup: readonly StartupFigures[]): string {
  const rows = [
    ["import, ms", "importMs"],
    ["startMock(), ms", "startMs"],
    ["first answer after that, ms", "firstAnswerMs"],
    ["fork(), µs", "forkMicroseconds"],
  ] as const;
  const of = (member: keyof StartupFigures): string => significantDigits(median(startup.map((round) => round[member])));
  const body = rows.map(([label, member]) => [label, of(member)]);
  return `In a test, all contracts of the platform\n\n${table([["", "Concord"], ...body])}`;
}
