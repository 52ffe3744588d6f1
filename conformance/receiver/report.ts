import type { Case, Judgement } from "../reports/judgement.ts";
import { counted } from "../model/counted.ts";
import { type Citations, clauseText } from "../model/citations.ts";
import type { Policy } from "./vectors/vector.ts";

/** Result of one trial, without secrets. */
export interface TrialReport {
  /** Name of the vector or trial, the same in every run. */
  readonly name: string;
  readonly family: string;
  readonly about: string;
  /** Clause of the specification. Null if the profile cites none. */
  readonly section: string | null;
  readonly expected: "taken" | "refused";
  readonly outcome: "passed" | "failed" | "warned" | "skipped";
  /** Finding, or the reason why the trial was skipped. Null if it passed. */
  readonly message: string | null;
  /** Status code of the response. Null without a response. */
  readonly status: number | null;
  /** Beginning of the response body. */
  readonly answer: string;
  /** Command that sends the same delivery, whose timestamp expires. Null if the body is too large. */
  readonly curl: string | null;
  /** Command that repeats only this trial with a new signature. */
  readonly replay: string;
  /** Change to make in the receiver. */
  readonly remedy: string;
}

/** Result of testing a receiver. */
export interface ReceiverReport {
  readonly target: string;
  readonly policy: Policy;
  readonly requests: number;
  readonly durationMs: number;
  readonly trials: readonly TrialReport[];
  /** Notes for the reader, as sentences. */
  readonly notes: readonly string[];
  /** True if the run ended early. */
  readonly interrupted: boolean;
}

/** A receiver's report in the common form of reports. */
export function judgementOfReceiver(report: ReceiverReport, profile: Citations = {}): Judgement {
  const { target, policy, requests, durationMs, trials, notes, interrupted } = report;
  return {
    title: "concord webhooks test-receiver",
    target: `${target}, policy ${policy}`,
    durationMs,
    scope: `${counted(trials.length, "trial")}, ${counted(requests, "request")}`,
    cases: trials.map((trial) => toTrialCase(trial, profile)),
    notes,
    interrupted,
  };
}

function toTrialCase(
  { family, name, outcome, section, message, status, answer, curl, replay, remedy }: TrialReport,
  profile: Citations,
): Case {
  const start = {
    suite: family,
    name,
    outcome,
    ...(section !== null && { source: clauseText(profile, section) }),
    ...(message !== null && { message }),
  };
  if (outcome === "passed") return start;
  // Trials that were skipped for one reason are shown as one.
  if (outcome === "skipped") return { ...start, ...(message !== null && { cause: message }) };
  return {
    ...start,
    cause: remedy,
    details: [
      ["answer", status === null ? "none" : `${status} ${answer}`.trimEnd()],
      ["change", remedy],
      ...(curl === null ? [] : [["again", curl] as const]),
      ["replay", replay],
    ],
  };
}
