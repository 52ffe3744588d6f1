import type { Basis } from "../../../contracts/index.ts";
import type { Named } from "../interaction-name.ts";

/** Something in which the provider's answer is not what the consumer expects, in Pact's words. */
export interface Mismatch {
  /** Where: "body $.results[0].slug", "header Content-Type", "status". */
  readonly at: string;
  readonly message: string;
  readonly expected?: string;
  readonly actual?: string;
}

/** An interaction that was tried on a provider. */
export interface VerifiedInteraction extends Named {
  /** Pending is what fails and may (V4). */
  readonly outcome: "passed" | "failed" | "pending" | "skipped";
  readonly api?: string;
  readonly operation?: string;
  readonly section?: string;
  readonly basis?: Basis;
  /** Why it was skipped, or could not be tried. */
  readonly reason?: string;
  readonly mismatches: readonly Mismatch[];
  /** What a mock answered, without secrets. */
  readonly answer?: string;
}

/** What `verifyPacts` found. Nothing in it is secret. */
export interface VerifyReport {
  readonly target: string;
  readonly isMock: boolean;
  readonly durationMs: number;
  readonly interactions: readonly VerifiedInteraction[];
  readonly interrupted: boolean;
}
