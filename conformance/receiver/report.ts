import type { Case, Judgement } from "../reports/judgement.ts";
import { counted } from "../model/counted.ts";
import { type Citations, clauseText } from "../model/citations.ts";
import type { Policy } from "./vectors/vector.ts";

/** What came of one trial. Nothing in it is secret. */
export interface TrialReport {
  /** The name of the vector, or of the trial: it is the same in each run. */
  readonly name: string;
  readonly family: string;
  readonly about: string;
  /** Clause of the specification. Null if the profile cites none. */
  readonly section: string | null;
  readonly expected: "taken" | "refused";
  readonly outcome: "passed" | "failed" | "warned" | "skipped";
  /** What is wrong, or why it was not judged; null where it passed. */
  readonly message: string | null;
  /** The status that was answered; null where there was none. */
  readonly status: number | null;
  /** The beginning of the answer's body. */
  readonly answer: string;
  /** A command that sends the same delivery; its timestamp grows old. Null where the body is too large for one. */
  readonly curl: string | null;
  /** A command that tries this alone again, signed anew. */
  readonly replay: string;
  /** What to change. */
  readonly remedy: string;
}

/** The result of testing a receiver. */
export interface ReceiverReport {
  readonly target: string;
  readonly policy: Policy;
  readonly requests: number;
  readonly durationMs: number;
  readonly trials: readonly TrialReport[];
  /** What has to be known to read it, as sentences. */
  readonly notes: readonly string[];
  /** Whether the run was ended before it was done. */
  readonly interrupted: boolean;
}

/** A receiver's report as reports print it. */
export function judgementOfReceiver(report: ReceiverReport, profile: Citations = {}): Judgement {
  const { target, policy, requests, durationMs, trials, notes, interrupted } = report;
  return {
    title: "concord webhooks test-receiver",
    target: `${target}, policy ${policy}`,
    durationMs,
    scope: `${counted(trials.length, "trial")}, ${counted(requests, "request")}`,
    cases: trials.map((trial) => caseOf(trial, profile)),
    notes,
    interrupted,
  };
}

function caseOf(
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
  // Of many that were skipped for one reason, the first tells it.
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
