import type { LeftoverCount } from "../items/leftover.ts";
import type { Basis } from "../../contracts/index.ts";
import type { Drift, OverlayAction } from "../drift/drift.ts";
import type { Coverage } from "../exercise/coverage.ts";
import type { UntriedProperties } from "../exercise/untried-log.ts";
import type { ShownPart } from "../model/shown-part.ts";
import type { SentPart } from "../model/sent-part.ts";
import type { FaultCode } from "../model/check-traits.ts";
import type { BasisShare } from "./basis-share.ts";
import type { Access } from "../target/access.ts";
import type { WriteOrganization } from "../target/organization.ts";

/** A finding in a report, with the commands to reproduce it. */
export interface Failure {
  /** Id that is stable between runs: a hash of check, operation and key, without values or times. */
  readonly id: string;
  /** The check or property that failed. */
  readonly check: string;
  /** Category of the Web Fuzzing Commons, such as "F101". Null if none fits. */
  readonly code: FaultCode | null;
  readonly api: string;
  /** "METHOD /path/{template}". */
  readonly operation: string;
  readonly section: string | null;
  readonly basis: Basis;
  readonly message: string;
  /** Part of the request that the failure is about. Null for the whole request. Absent in reports of older versions. */
  readonly sent?: SentPart | null;
  /** Part of the response or item that the failure is about. Null without one. Absent in reports of older versions. */
  readonly shown?: ShownPart | null;
  readonly request: ShownRequest;
  readonly response: ShownResponse;
  /** The first exchange that failed, if it was shrunk. */
  readonly first: { readonly request: ShownRequest; readonly response: ShownResponse } | null;
  /** Number of failures and of tries for a failure that did not repeat. Null if it repeated or could not be repeated. */
  readonly flaky: { readonly seen: number; readonly tried: number } | null;
  /** Earlier requests that the failure depends on, one line each. */
  readonly steps: readonly string[];
  /**
   * All requests in order, for manual reproduction: the steps, the request, and later requests that show the effect.
   * Empty if there is only the request.
   */
  readonly story: readonly StoryStep[];
  /** Key of the cause of the finding. Absent in reports of older versions. */
  readonly cause?: string;
  /** A curl command that repeats the request. The token comes from CONCORD_TOKEN. */
  readonly curl: string;
  /** Overlay actions that document an expected status. Such a finding is never a failure. */
  readonly patch: readonly OverlayAction[] | null;
  /** A command that repeats the property, starting with this counterexample. */
  readonly replay: string;
  /** Coordinates for a replay. */
  readonly tried: ReplayCoordinates;
}

/** Coordinates that find a failure again, on any target. */
interface ReplayCoordinates {
  /** "METHOD /path/{template}" of the tried operation. The finding may be at another operation. */
  readonly operation: string;
  /** Null for a finding of no property. Then all properties of the operation are tried. */
  readonly property: string | null;
  /** Index of the request group of the property, and the fast-check path in it: "0:12:1". */
  readonly path: string | null;
}

export interface StoryStep {
  readonly method: string;
  readonly url: string;
  /** Description of the credentials. Null for the usual ones. */
  readonly as: string | null;
  readonly body: string | null;
  readonly status: number;
  readonly curl: string;
}

interface ShownRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

interface ShownResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Failures with the same cause. */
export interface Cause {
  readonly cause: string;
  readonly gravity: string;
  /** One-line summary of the mistake. */
  readonly headline: string;
  /** Operations of the failures, each once. Absent in reports of older versions. */
  readonly operations?: readonly string[];
  /** The ids of the failures. */
  readonly failures: readonly string[];
}

/** A known finding of the baseline. */
interface KnownFinding {
  /** Id of the failure. */
  readonly finding: string;
  readonly reason: string;
  /** Last day on which the entry applies (YYYY-MM-DD). */
  readonly expires: string;
}

/** An entry of the baseline, which names a finding or a cause. */
interface AbsentEntry {
  readonly finding?: string;
  readonly cause?: string;
  readonly api?: string;
  readonly operation?: string;
  readonly check?: string;
  readonly headline?: string;
  readonly reason: string;
  readonly expires: string;
}

/** Comparison of a report with a baseline. */
export interface BaselineResult {
  readonly file: string;
  /** Failures that do not fail the run. */
  readonly known: readonly KnownFinding[];
  /** Failures whose entry has expired. They fail the run. */
  readonly expired: readonly KnownFinding[];
  /** Entries whose operation was tested and that no longer show. */
  readonly gone: readonly AbsentEntry[];
  /** Entries that do not show, although their operation was not tested by this run. */
  readonly untested: readonly AbsentEntry[];
}

/** Options of a run, besides the seed, that its findings depend on. */
interface RunOptions {
  readonly runs: number;
  readonly includeAssumed: boolean;
  /** Contracts as named on the command line. Empty for the bundled ones. */
  readonly contracts: readonly string[];
  readonly overlays: readonly string[];
  readonly burst: boolean;
  readonly maxResponseMs: number | null;
  /** Minimum percentage of operations with a successful valid request. */
  readonly minTested?: number;
  /** Names of operations that were left out. Absent if there are none. */
  readonly exclude?: readonly string[];
}

/** Result of a run for one operation. */
export interface OperationReport {
  readonly api: string;
  readonly operation: string;
  readonly basis: Basis;
  readonly requests: number;
  /** Number of responses by status code. */
  readonly statuses: Readonly<Record<string, number>>;
}

/** Reason why no valid request to an operation succeeded. */
export type OutcomeReason =
  | "credentials-refused"
  | "refused"
  | "not-found"
  | "nothing-to-read"
  | "gone"
  | "rate-limited"
  | "server-errors"
  | "redirected"
  | "web-page"
  | "no-answer"
  | "read-only"
  | "ended"
  | "stream"
  | "endless"
  | "not-sent";

/** Outcome of an operation in a run: success of any valid request. */
export interface OperationOutcome {
  readonly api: string;
  readonly operation: string;
  readonly succeeded: boolean;
  /** Null if a request succeeded. */
  readonly reason: OutcomeReason | null;
  /** The reason as a sentence, with the responses. */
  readonly message: string | null;
  /** All requests with the credentials of the run. */
  readonly requests: number;
}

/** An operation that was not judged because of an unexpected error, which is a bug in Concord. */
export interface TrialError {
  readonly api: string;
  /** "METHOD /path/{template}". */
  readonly operation: string;
  /** The error, as a sentence. */
  readonly message: string;
  readonly stack: string | null;
}

/** The result of a conformance run. */
export interface Report {
  readonly target: string;
  /** "read-only" tries only operations that change nothing. */
  readonly mode: "read-only" | "sandbox";
  readonly seed: number;
  readonly options: RunOptions;
  readonly requests: number;
  readonly durationMs: number;
  readonly operations: readonly OperationReport[];
  readonly failures: readonly Failure[];
  /**
   * Findings based on an assumed part of a contract, which do not bind the target, and expected statuses that the
   * contract does not document.
   */
  readonly information: readonly Failure[];
  /** Failures grouped by cause, gravest first. Absent in reports of older versions. */
  readonly causes?: readonly Cause[];
  /** Known failures. Absent without a baseline. */
  readonly baseline?: BaselineResult;
  /** Skipped operations, with reasons. */
  readonly skipped: readonly { readonly api: string; readonly operation: string; readonly reason: string }[];
  /** Operations that were not judged because of bugs in Concord. Absent if there are none. */
  readonly errors?: readonly TrialError[];
  /** Share of the run that was judged on a stated basis. */
  readonly ground: BasisShare;
  /** Outcome of each chosen operation. Absent in reports of older versions. */
  readonly outcomes?: readonly OperationOutcome[] | undefined;
  /**
   * Properties and checks that judged nothing on an operation, with the reasons. Absent in reports of older versions, and
   * of a replay.
   */
  readonly untried?: readonly UntriedProperties[];
  /** Result of the check that the target accepts the token. */
  readonly access?: Access;
  /** Share of the contracts that was exercised. */
  readonly coverage: Coverage;
  /** Values, fields and statuses that the target returns and the contracts do not list. They are no violations. */
  readonly drift: readonly Drift[];
  /** Number of sightings omitted because their place had too many different ones. */
  readonly driftOmitted: number;
  /** Items and changes on a live deployment that the run could not undo, with reasons, one line each. */
  readonly leftovers: readonly string[];
  /** The same by operation, effect and reason. Absent in reports of older versions. */
  readonly leftoverCounts?: readonly LeftoverCount[];
  /** Cause of an early end of the run. */
  readonly endedBy: "interruption" | "max-requests" | "time" | "credentials" | "target" | null;
  /** Error of the renewal of the token that ended the run. Absent if none did. */
  readonly tokenFailure?: string;
  /** Error of a target that stopped and did not return, which ended the run. Absent if none did. */
  readonly targetFailure?: string;
  /** True if the run was interrupted from outside. */
  readonly interrupted: boolean;
  /** Number of times that the target slowed the run (429, or 503 with Retry-After), and total waiting time. */
  readonly slowed?: { readonly times: number; readonly waitedMs: number };
  /** URL of each API, if APIs have their own hosts. */
  readonly hosts?: Readonly<Record<string, string>>;
  /** Parts in the report and number of all parts. Absent for a whole run. */
  readonly shard?: { readonly of: number; readonly parts: readonly number[] };
  /** Organization of a live deployment in which the run wrote, and the evidence that the token belongs to it. */
  readonly organization?: WriteOrganization;
}
