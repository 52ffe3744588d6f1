import type { Drift } from "../drift/drift.ts";
import type { Coverage } from "../exercise/coverage.ts";
import type { OperationOutcome, OperationReport } from "../findings/report.ts";
import type { FoundFailure } from "../findings/failure.ts";

/** Finding in real traffic, with the first exchange that shows it. */
export interface ObservedFinding extends FoundFailure {
  /** True if the basis is stated, or assumed parts are judged as well. */
  readonly isFailure: boolean;
  /** Number of exchanges with the finding. */
  readonly count: number;
  /** Prism's objections to the same response. Null if it has no opinion. */
  readonly prism: readonly string[] | null;
}

/** Objection of Prism without a finding of Concord. */
export interface PrismOnlyObjection {
  readonly api: string;
  readonly operation: string;
  readonly part: "request" | "answer";
  readonly message: string;
  readonly count: number;
}

/** Result of a proxy's traffic. */
export interface ProxyReport {
  readonly target: string;
  readonly durationMs: number;
  readonly exchanges: number;
  readonly operations: readonly OperationReport[];
  readonly findings: readonly ObservedFinding[];
  readonly objections: readonly PrismOnlyObjection[];
  /** Requests without an operation. */
  readonly elsewhere: readonly { readonly name: string; readonly count: number }[];
  /** Coverage of the called operations. */
  readonly coverage: Coverage;
  /** Outcome of each called operation. */
  readonly outcomes?: readonly OperationOutcome[];
  /** Values, fields and status codes beyond the contracts, which are no violations. */
  readonly drift: readonly Drift[];
  /** Number of omitted sightings, at places with too many different values. */
  readonly driftOmitted: number;
  /** True if Prism is installed. */
  readonly hasPrism: boolean;
}
