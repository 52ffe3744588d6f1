import type { Drift } from "../drift/drift.ts";
import type { Coverage } from "../exercise/coverage.ts";
import type { Ground } from "../findings/basis-share.ts";
import type { OperationOutcome } from "../findings/report.ts";

/**
 * What became of one thing that was tried: `warned` where it should be otherwise though nobody can demand it,
 * `noted` where it rests on what is assumed.
 */
export type Outcome = "passed" | "failed" | "warned" | "noted" | "skipped";

/** Where on the map of a run a finding belongs. */
export interface Spot {
  /** "METHOD /path/{template}". */
  readonly operation: string;
  /** The check or property that failed. */
  readonly check: string;
  /** Of the answer; 0 where there was none. */
  readonly status: number;
  /** Whether it did not show again when it was tried again. */
  readonly isFlaky?: boolean;
}

/** One thing that was tried, in the form that all reports print. */
export interface Case {
  /** What it belongs to: an API, a family of vectors, a fault. */
  readonly suite: string;
  /** Unique in its suite. */
  readonly name: string;
  readonly outcome: Outcome;
  /** Clause and basis: "section 5.3", "section 9.6, stated". Absent without either. */
  readonly source?: string;
  /** Where it belongs on a map, where it is a finding about an operation. */
  readonly spot?: Spot;
  /** What is wrong, or why it was skipped, as a sentence. */
  readonly message?: string;
  /** What several cases may have in common: of those, a person is shown the first in full. */
  readonly cause?: string;
  /** What these have in common, in plain words. */
  readonly headline?: string;
  /** All it takes to understand it and to see it again: what was sent, what came back, a curl line, what to change. */
  readonly details?: readonly (readonly [label: string, text: string])[];
  /** The requests that a person follows it with by hand, one after the other; on a page, folded. */
  readonly story?: { readonly title: string; readonly items: readonly (readonly [label: string, text: string])[] };
  /** What there is room for on a page alone, where it can be folded. */
  readonly folded?: { readonly title: string; readonly items: readonly (readonly [label: string, text: string])[] };
}

/** What a run came to, in the form that all reports print. Nothing in it is secret. */
export interface Judgement {
  /** The command, as a person would call the report: "concord webhooks test-receiver". */
  readonly title: string;
  /** What was judged: a URL, a command, files. */
  readonly target: string;
  readonly durationMs: number;
  /** What was done, in words that go after "in": "84 vectors, 91 requests". */
  readonly scope: string;
  readonly cases: readonly Case[];
  /** What has to be known to read it, as sentences. */
  readonly notes?: readonly string[];
  /** How much was judged on stated ground, by API. */
  readonly ground?: Ground;
  /** How much of the contracts was exercised, where they were gone through. */
  readonly coverage?: Coverage;
  /** Of each operation, whether a valid request succeeded. */
  readonly outcomes?: readonly OperationOutcome[];
  /** What was seen beyond them. */
  readonly drift?: readonly Drift[];
  /** Clauses that allow drift, in brackets. */
  readonly driftCitation?: string;
  /** Why nothing could be judged, as a sentence; nothing where something could. */
  readonly unjudged?: string;
  /** Whether the run was ended before it was done. */
  readonly interrupted: boolean;
}
