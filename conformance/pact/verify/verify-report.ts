import type { Basis } from "../../../contracts/index.ts";
import type { NamedInteraction } from "../interaction-name.ts";

/** Difference between the response and the expectation, in Pact's words. */
export interface Mismatch {
  /** Place: "body $.results[0].slug", "header Content-Type", "status". */
  readonly at: string;
  readonly message: string;
  readonly expected?: string;
  readonly actual?: string;
}

/** Interaction with its result. */
export interface VerifiedInteraction extends NamedInteraction {
  /** "pending" if it fails and is allowed to (V4). */
  readonly outcome: "passed" | "failed" | "pending" | "skipped";
  readonly api?: string;
  readonly operation?: string;
  readonly section?: string;
  readonly basis?: Basis;
  /** Reason for a skip or an error. */
  readonly reason?: string;
  readonly mismatches: readonly Mismatch[];
  /** Response of a mock, without secrets. */
  readonly answer?: string;
}

/** Result of `verifyPacts`, without secrets. */
export interface VerifyReport {
  readonly target: string;
  readonly isMock: boolean;
  readonly durationMs: number;
  readonly interactions: readonly VerifiedInteraction[];
  readonly interrupted: boolean;
}
