import type { EndpointCredentials } from "./authentication.ts";
import { type Citations, clauseOn } from "../model/citations.ts";
import { clockText } from "./clock.ts";
import { type TrialJudgement, judgeTrial } from "./judge.ts";
import type { TrialReport } from "./report.ts";
import type { Sent } from "./sending.ts";
import type { Trial } from "./trial.ts";
import { curlOfDelivery } from "../deliveries/index.ts";
import type { RawRequest } from "../target/raw/raw-client.ts";

/** Longest body for a command line. */
const LONGEST_BODY = 2000;

/** Command that sends a trial again as it was sent. Undefined if its body is too long. */
function curlOfSent(
  { url, method, headers, body, framing }: RawRequest,
  { shown, options }: { readonly shown: EndpointCredentials | undefined; readonly options: readonly string[] },
): string | null {
  if (body.length > LONGEST_BODY) return null;
  const right = headers.find(([name, value]) => isHeader(name, shown) && value === shown?.header[1]);
  const { authentication } = shown ?? {};
  return curlOfDelivery(url.href, {
    // Headers that resemble the credentials are not printed, either.
    headers: headers
      .filter((header) => header !== right)
      .map(([name, value]) => [name, isHeader(name, shown) ? maskHeaderValue(value) : value]),
    body,
    options,
    ...(method && { method }),
    isChunked: framing === "chunked",
    ...(right && authentication && { authentication }),
  });
}

function isHeader(name: string, shown: EndpointCredentials | undefined): boolean {
  return name.toLowerCase() === shown?.header[0].toLowerCase();
}

function maskHeaderValue(value: string): string {
  return value === "" ? "" : "***";
}

/** Parts of a trial or story that a report shows. */
export type Subject = Pick<Trial, "name" | "family" | "about" | "topic" | "expected" | "remedy">;

/** Results of all trials and stories. */
export interface Record {
  keep(sent: Sent): void;
  write(subject: Subject, judged: TrialJudgement, sent?: Sent): void;
  /** Marks passed trials as skipped, with a reason. */
  doubt(names: readonly string[], reason: string): void;
  /** Reports that the receiver died at the latest delivery. */
  blame(): void;
  of(name: string): TrialReport | undefined;
  /** Result of a trial that was not sent. */
  unsent(subject: Subject, reason: string): TrialReport;
  readonly done: () => number;
  readonly failures: () => number;
}

export interface RecordOptions {
  readonly shown: EndpointCredentials | undefined;
  /** Further options of curl. */
  readonly curlOptions: readonly string[];
  /** Command that repeats the run, without secrets. */
  readonly replay: string;
  readonly mask: (text: string) => string;
  /** Cites the clauses of trials. */
  readonly profile: Citations;
  /** Seconds by which the receiver's clock is ahead. */
  readonly clockOffset: () => number;
}

const late: TrialJudgement = {
  outcome: "skipped",
  message:
    "The response did not arrive within the second that the trial tests: the receiver is too slow for it, or its clock differs from this one",
};

export function createRecord({ shown, curlOptions, replay, mask, profile, clockOffset }: RecordOptions): Record {
  const reports = new Map<string, TrialReport>();
  let last: string | undefined;
  return {
    keep(sent) {
      const { trial, result, isLate } = sent;
      last = trial.name;
      reports.set(trial.name, createTrialReport(trial, isLate ? late : timed(trial, judgeTrial(trial, result)), sent));
    },
    write: (subject, judged, sent) => void reports.set(subject.name, createTrialReport(subject, judged, sent)),
    doubt(names, reason) {
      for (const report of names.flatMap((name) => reports.get(name) ?? []))
        if (report.outcome === "passed") reports.set(report.name, { ...report, outcome: "skipped", message: reason });
    },
    blame() {
      const report = last === undefined ? undefined : reports.get(last);
      if (!report) return;
      const lastMessage = report.message ?? `${report.about}: the response was ${report.status}`;
      const message = `${lastMessage}; then the receiver no longer listened: it crashed at this delivery, or was stopped`;
      reports.set(report.name, { ...report, outcome: "failed", message });
    },
    of: (name) => reports.get(name),
    unsent: (subject, message) => createTrialReport(subject, { outcome: "skipped", message }),
    done: () => reports.size,
    failures: () => [...reports.values()].filter(({ outcome }) => outcome === "failed").length,
  };

  /** Adds a difference between the clocks to a misjudged timestamp. */
  function timed({ family }: Trial, judgement: TrialJudgement): TrialJudgement {
    if (judgement.outcome === "passed" || family !== "timestamps" || clockOffset() === 0) return judgement;
    return { ...judgement, message: `${judgement.message}; ${clockText(clockOffset())}` };
  }

  function createTrialReport(subject: Subject, judgement: TrialJudgement, sent?: Sent): TrialReport {
    const { name, family, about, topic, expected, remedy } = subject;
    const answer = sent && "status" in sent.result ? sent.result : undefined;
    return {
      name,
      family,
      about,
      section: clauseOn(profile, topic) ?? null,
      expected,
      outcome: judgement.outcome,
      message: judgement.outcome === "passed" ? null : mask(judgement.message),
      status: answer?.status ?? null,
      answer: mask(answer?.text ?? ""),
      curl: sent ? curlOfSent(sent.request, { shown, options: curlOptions }) : null,
      replay: `${replay} --only ${name}`,
      remedy: mask(typeof remedy === "string" ? remedy : remedy(profile)),
    };
  }
}
