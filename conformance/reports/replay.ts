import type { Detail } from "../../formats/index.ts";
import { escapeControlCharacters } from "../deliveries/escape-control-characters.ts";
import { toFailureCase, exchangeLines } from "./judgement-of.ts";
import type { Failure } from "../findings/report.ts";
import type { Replayed } from "../run/rerun/replay.ts";
import { caseLines } from "./console.ts";
import type { Citations } from "../model/citations.ts";
import { counted } from "../model/counted.ts";

const ends = { shows: "it still shows", gone: "it is gone", untried: "it could not be tried" } as const;
const labels = { shows: "FAIL", gone: "GONE", untried: "SKIP" } as const;

/** Replayed finding as text: the response in the report, and the response now. */
export function renderReplay(
  { failure, target, shows, reason, now, requests, leftovers }: Replayed,
  profile: Citations = {},
): string {
  const end = shows === null ? "untried" : shows ? "shows" : "gone";
  const told = toFailureCase(failure, "failed", profile);
  const details = [...labelExchangeLines("then", failure), ...(now === null ? [] : labelExchangeLines("now", now))];
  const notes = [
    ...(failure.flaky && end === "gone" ? ["It was flaky when it was reported: one try proves little"] : []),
    ...leftovers.map((leftover) => `Left behind: ${leftover}`),
  ];
  return [
    ...caseLines({ ...told, message: failure.message, details }, labels[end]),
    ...(reason === null ? [] : [`     ${escapeControlCharacters(reason)}`]),
    "",
    ...notes.map(escapeControlCharacters),
    `${ends[end]} after ${counted(requests, "request")} (${escapeControlCharacters(target)})`,
    "",
  ].join("\n");
}

/** Replayable findings of a report, one on each line. */
export function renderFindings(findings: readonly Failure[]): string {
  return findings
    .map(
      ({ id, check, operation, message }) =>
        `${escapeControlCharacters(`${id}  ${operation}  ${check}: ${message}`)}\n`,
    )
    .join("");
}

function labelExchangeLines(when: string, exchange: Pick<Failure, "request" | "response">): Detail[] {
  return exchangeLines(exchange).map(([name, text]) => [`${when} ${name}`, text]);
}
