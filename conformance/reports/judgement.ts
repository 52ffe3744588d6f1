import type { Detail, SourceLine } from "../../formats/index.ts";
import type { Drift } from "../drift/drift.ts";
import type { Coverage } from "../exercise/coverage.ts";
import type { BasisShare } from "../findings/basis-share.ts";
import type { NeverRan } from "../findings/never-ran.ts";
import type { OperationOutcome } from "../findings/report.ts";

/**
 * Result of one case. `warned`: the result should be different, but nothing demands it. `noted`: it rests on assumed
 * parts.
 */
export type Outcome = "passed" | "failed" | "warned" | "noted" | "skipped";

/** Line of a finding on the coverage map. */
export interface CoveragePlace {
  /** "METHOD /path/{template}". */
  readonly operation: string;
  /** Failed check or property. */
  readonly check: string;
  /** Status code of the response. 0 without a response. */
  readonly status: number;
  /** True if the finding did not recur in a second try. */
  readonly isFlaky?: boolean;
}

/** Details below a title, which a page folds. */
export interface FoldedDetails {
  readonly title: string;
  readonly items: readonly Detail[];
}

/** Tested subject with its result, in the form that all reports print. */
export interface Case {
  /** Group of the case: an API, a family of vectors, a fault. */
  readonly suite: string;
  /** Name, unique in its suite. */
  readonly name: string;
  readonly outcome: Outcome;
  /** Clause and basis: "section 5.3", "section 9.6, stated". Absent without either. */
  readonly source?: string;
  /** Line on the coverage map, for findings about an operation. */
  readonly spot?: CoveragePlace;
  /** Operation whose test the finding fails, if it is not that of the spot: a relation tests several operations. */
  readonly testedOperation?: string;
  /** Line of the operation in the contract. Absent without a file. */
  readonly at?: SourceLine;
  /** Reason for which the baseline accepts the finding. */
  readonly accepted?: string;
  /** Finding, or the reason for a skip, as a sentence. */
  readonly message?: string;
  /** Key that cases may share. Text reports show the first of them in full. */
  readonly cause?: string;
  /** Summary of the cases that share the cause, or of the case. */
  readonly headline?: string;
  /** Labelled lines to understand and reproduce the case: request, response, curl command, remedy. */
  readonly details?: readonly Detail[];
  /** Requests to repeat by hand, in order. A page folds them. */
  readonly story?: FoldedDetails;
  /** Further lines for a page only, folded. */
  readonly folded?: FoldedDetails;
}

/** Test case of a JUnit report. Tools that keep a history identify it by class and name. */
export interface TestCase {
  readonly suite: string;
  /** API and operation: "books.GET /books/{id}". */
  readonly className: string;
  /** Check or property. */
  readonly name: string;
  readonly outcome: Outcome;
  /** Finding, the reason for a skip, or a note on a passed case. */
  readonly message?: string;
  readonly findings: readonly Case[];
}

/** Result of a command in the form that all reports print, without secrets. */
export interface Judgement {
  /** The command: "concord webhooks test-receiver". */
  readonly title: string;
  /** Tested subject: a URL, a command, files. */
  readonly target: string;
  readonly durationMs: number;
  /** Amount of work, for use after "in": "84 vectors, 91 requests". */
  readonly scope: string;
  readonly cases: readonly Case[];
  /** Test cases of a JUnit report. By default, the cases. */
  readonly tests?: readonly TestCase[];
  /** Claims of the checks in the cases, and of the properties that never ran, by id. */
  readonly claims?: Readonly<Record<string, string>>;
  /** Properties that judged nothing in the whole run. */
  readonly neverRan?: readonly NeverRan[];
  /** Notes for the reader, as sentences. */
  readonly notes?: readonly string[];
  /** Leftovers of the run on its target, as sentences. They are notes, too. */
  readonly leftovers?: readonly string[];
  /** Share of stated parts by API. */
  readonly ground?: BasisShare;
  /** Coverage of the contracts, if the command has one. */
  readonly coverage?: Coverage;
  /** Outcome of each operation: whether a valid request succeeded. */
  readonly outcomes?: readonly OperationOutcome[];
  /** Values, fields and status codes beyond the contracts. */
  readonly drift?: readonly Drift[];
  /** Clauses that allow drift, in brackets. */
  readonly driftCitation?: string;
  /** Reason why nothing was judged. Absent if something was. */
  readonly unjudged?: string;
  /** True if the run ended early. */
  readonly interrupted: boolean;
}
