import { styleText } from "node:util";
import type { Failure, Report } from "../report.ts";

export interface ConsoleOptions {
  readonly colours: boolean;
}

/** The report as a person reads it: findings first, the sum last. */
export function renderConsole(report: Report, { colours }: ConsoleOptions): string {
  const paint = (format: Parameters<typeof styleText>[0], text: string): string =>
    colours ? styleText(format, text, { validateStream: false }) : text;
  const lines = [
    ...report.failures.flatMap((failure) => failureLines(failure, paint("red", "FAIL"))),
    ...report.information.flatMap((failure) => failureLines(failure, paint("yellow", "INFO"))),
    ...report.skipped.map(({ operation, reason }) => `${paint("yellow", "SKIP")} ${operation}\n     ${reason}\n`),
  ];
  if (report.failures.length > 0)
    lines.push("The lines after again and replay take the token from the variable CONCORD_TOKEN\n");
  if (report.information.length > 0)
    lines.push(
      "INFO rests on what the specification does not show: the target need not agree (--include-assumed judges it)\n",
    );
  return `${lines.join("\n")}${lines.length > 0 ? "\n" : ""}${summary(report, paint)}\n`;
}

function failureLines(failure: Failure, label: string): string[] {
  const { check, operation, section, basis, message, request, response, curl, replay, id } = failure;
  const source = `${section === null ? "" : `§${section}, `}${basis}`;
  return [
    `${label} ${operation}  ${check}  [${source}]  #${id}`,
    `     ${message}`,
    `     ${request.method} ${request.url}${request.body === null ? "" : `  ${cut(request.body)}`}`,
    `     -> ${response.status === 0 ? "no answer" : response.status}${response.body === "" ? "" : `  ${cut(response.body)}`}`,
    `     again:  ${curl}`,
    `     replay: ${replay}`,
    "",
  ];
}

function summary(
  { target, mode, seed, requests, durationMs, operations, failures, interrupted }: Report,
  paint: (format: "red" | "green" | "yellow", text: string) => string,
): string {
  const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`;
  const verdict =
    failures.length > 0
      ? paint("red", count(failures.length, "failure"))
      : interrupted
        ? paint("yellow", "interrupted, no failure so far")
        : paint("green", "no failures");
  return `${verdict} in ${count(operations.length, "operation")}, ${count(requests, "request")}, ${(durationMs / 1000).toFixed(1)} s (${target}, ${mode}, seed ${seed})`;
}

function cut(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  return line.length > 300 ? `${line.slice(0, 297)}…` : line;
}
