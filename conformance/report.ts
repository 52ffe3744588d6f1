import type { Basis } from "../contracts/index.ts";
import type { Drift } from "./drift/drift.ts";
import type { Coverage } from "./exercise/coverage.ts";
import type { Acting } from "./organization.ts";

/** One finding, with all it takes to see it again. */
export interface Failure {
  /** Stable: made of property, operation and what is wrong, never of values or times. */
  readonly id: string;
  /** The check or property that failed. */
  readonly check: string;
  readonly api: string;
  /** "METHOD /path/{template}". */
  readonly operation: string;
  readonly section: string | null;
  readonly basis: Basis;
  readonly message: string;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string | null;
  };
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  };
  /** What went before, where that belongs to it: a line each. */
  readonly steps: readonly string[];
  /** A command that sends the request again; the token is taken from CONCORD_TOKEN. */
  readonly curl: string;
  /** A command that tries the property again, beginning with this counterexample. */
  readonly replay: string;
}

export interface OperationReport {
  readonly api: string;
  readonly operation: string;
  readonly basis: Basis;
  readonly requests: number;
  /** How often each status was answered. */
  readonly statuses: Readonly<Record<string, number>>;
}

/** The result of a conformance run. */
export interface Report {
  readonly target: string;
  /** "read-only" tries only operations that change nothing. */
  readonly mode: "read-only" | "sandbox";
  readonly seed: number;
  readonly requests: number;
  readonly durationMs: number;
  readonly operations: readonly OperationReport[];
  readonly failures: readonly Failure[];
  /** Findings that rest on an assumed part of a contract: the target need not agree. */
  readonly information: readonly Failure[];
  /** What could not be tried, and why. */
  readonly skipped: readonly { readonly api: string; readonly operation: string; readonly reason: string }[];
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
