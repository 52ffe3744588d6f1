import type { Drift } from "../drift/drift.ts";
import type { Coverage } from "../exercise/coverage.ts";
import type { OperationOutcome, OperationReport } from "../findings/report.ts";
import type { FoundFailure } from "../findings/failure.ts";

/** A finding in real traffic: the first exchange that showed it. */
export interface Observed extends FoundFailure {
  /** Whether it rests on stated ground, or on what is to be judged as well. */
  readonly isFailure: boolean;
  /** In how many exchanges it was. */
  readonly count: number;
  /** What Prism has against the same answer; null where it has no opinion. */
  readonly prism: readonly string[] | null;
}

/** What Prism objects to, and Concord's checks do not. */
export interface Objected {
  readonly api: string;
  readonly operation: string;
  readonly part: "request" | "answer";
  readonly message: string;
  readonly count: number;
}

/** What came of the traffic that passed a proxy. */
export interface ProxyReport {
  readonly target: string;
  readonly durationMs: number;
  readonly exchanges: number;
  readonly operations: readonly OperationReport[];
  readonly findings: readonly Observed[];
  readonly objections: readonly Objected[];
  /** Requests that no operation of the contracts is meant by. */
  readonly elsewhere: readonly { readonly name: string; readonly count: number }[];
  /** How much of the operations that were called was exercised. */
  readonly coverage: Coverage;
  /** Of each operation that was called, whether a request succeeded, and if none did, how it was answered. */
  readonly outcomes?: readonly OperationOutcome[];
  /** What the provider shows and its contracts do not list; no fault. */
  readonly drift: readonly Drift[];
  /** How many sightings of the like were left out, because a place had shown too many different ones. */
  readonly driftOmitted: number;
  /** Whether Prism is installed, and was asked. */
  readonly hasPrism: boolean;
}
