import type { Basis } from "../../contracts/index.ts";
import type { Drift, OverlayAction } from "../drift/drift.ts";
import type { Coverage } from "../exercise/coverage.ts";
import type { FaultCode } from "./fault-codes.ts";
import type { Ground } from "./basis-share.ts";
import type { Access } from "../target/access.ts";
import type { Acting } from "../target/organization.ts";

/** One finding, with all it takes to see it again. */
export interface Failure {
  /** Stable: made of property, operation and what is wrong, never of values or times. */
  readonly id: string;
  /** The check or property that failed. */
  readonly check: string;
  /** The category of the Web Fuzzing Commons that it is of ("F101"); null where none fits. */
  readonly code: FaultCode | null;
  readonly api: string;
  /** "METHOD /path/{template}". */
  readonly operation: string;
  readonly section: string | null;
  readonly basis: Basis;
  readonly message: string;
  readonly request: ShownRequest;
  readonly response: ShownResponse;
  /** As it was met, where that was shrunk to a smaller request. */
  readonly first: { readonly request: ShownRequest; readonly response: ShownResponse } | null;
  /** How often it was seen where it did not show again: null where it did, or could not be tried again. */
  readonly flaky: { readonly seen: number; readonly tried: number } | null;
  /** What went before, where that belongs to it: a line each. */
  readonly steps: readonly string[];
  /**
   * All its requests in their order, to be followed by hand: the steps, the request itself, and what shows what came of
   * it. Empty where it is the request alone.
   */
  readonly story: readonly StoryStep[];
  /** What it has in common with findings of the same cause; absent in reports of older versions. */
  readonly cause?: string;
  /** A command that sends the request again; the token is taken from CONCORD_TOKEN. */
  readonly curl: string;
  /** What makes the contract document it, where it was to be expected: then it is never a failure. */
  readonly patch: readonly OverlayAction[] | null;
  /** A command that tries the property again, beginning with this counterexample. */
  readonly replay: string;
  /** The way back to it. */
  readonly tried: Way;
}

/** What leads to a finding again, on another target or another day. */
interface Way {
  /** "METHOD /path/{template}" of the operation that was tried: the finding may be at another. */
  readonly operation: string;
  /** Nothing where it belongs to no property: all of the operation's are tried. */
  readonly property: string | null;
  /** Which of the property's kinds of requests, and fast-check's path in it: "0:12:1". */
  readonly path: string | null;
}

export interface StoryStep {
  readonly method: string;
  readonly url: string;
  /** With whose credentials, in words; null for the usual ones. */
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

/** Failures that are of one mistake. */
export interface Cause {
  readonly cause: string;
  readonly gravity: string;
  /** What is wrong, in plain words. */
  readonly headline: string;
  /** The ids of the failures. */
  readonly failures: readonly string[];
}

/** What a run was told that its findings depend on, beside the seed. */
interface RunOptions {
  readonly runs: number;
  readonly includeAssumed: boolean;
  /** As the command line named them; empty for the platform's own. */
  readonly contracts: readonly string[];
  readonly overlays: readonly string[];
  readonly burst: boolean;
  readonly maxResponseMs: number | null;
  /** The percentage of operations on which a valid request has to succeed. */
  readonly minTested?: number;
}

export interface OperationReport {
  readonly api: string;
  readonly operation: string;
  readonly basis: Basis;
  readonly requests: number;
  /** How often each status was answered. */
  readonly statuses: Readonly<Record<string, number>>;
}

/** Why no valid request to an operation succeeded. */
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

/** Whether a valid request to an operation succeeded in a run. */
export interface OperationOutcome {
  readonly api: string;
  readonly operation: string;
  readonly succeeded: boolean;
  /** Null where a request succeeded. */
  readonly reason: OutcomeReason | null;
  /** The reason as a sentence, with the answers. */
  readonly message: string | null;
  /** All requests with the credentials of the run. */
  readonly requests: number;
}

/** An operation whose trial ended with an unexpected error, which is a bug in Concord: it was not judged. */
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
   * Findings that rest on an assumed part of a contract, which the target need not agree with, and statuses that the
   * contract does not document though they were to be expected.
   */
  readonly information: readonly Failure[];
  /** The failures by their causes, the gravest first; absent in reports of older versions. */
  readonly causes?: readonly Cause[];
  /** What could not be tried, and why. */
  readonly skipped: readonly { readonly api: string; readonly operation: string; readonly reason: string }[];
  /** Operations that were not judged, because of bugs in Concord; absent where there are none. */
  readonly errors?: readonly TrialError[];
  /** How much of the run was judged on stated ground. */
  readonly ground: Ground;
  /** Of each operation that was chosen, whether a valid request succeeded; absent in reports of older versions. */
  readonly outcomes?: readonly OperationOutcome[] | undefined;
  /** Whether the token was taken. */
  readonly access?: Access;
  /** How much of the contracts was exercised. */
  readonly coverage: Coverage;
  /** What the target shows and its contracts do not list; no fault (§9.2, §9.6). */
  readonly drift: readonly Drift[];
  /** How many sightings of the like were left out, because a place had shown too many different ones. */
  readonly driftOmitted: number;
  /** What was made on a live deployment and could not be removed, and why: a line each. */
  readonly leftovers: readonly string[];
  /** What ended the run before it was done. */
  readonly endedBy: "interruption" | "max-requests" | "time" | null;
  /** Whether the run was ended from outside before it was done. */
  readonly interrupted: boolean;
  /** How often the target made the run go slower (429, or 503 with Retry-After), and how long requests have waited. */
  readonly slowed?: { readonly times: number; readonly waitedMs: number };
  /** Where each API is, if they have hosts of their own. */
  readonly hosts?: Readonly<Record<string, string>>;
  /** Which parts of how many it holds; nothing where it is the whole. */
  readonly shard?: { readonly of: number; readonly parts: readonly number[] };
  /** The organization of a live deployment that was written in, and what tells that the token acts there, if anything does. */
  readonly organization?: Acting;
}
