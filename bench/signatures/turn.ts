/** Names of the verifiers: the versions of the signature, and the library. */
export const verifierNames = [
  "both, node:crypto",
  "both, Concord",
  "both, Concord with PEM",
  "v1, node:crypto",
  "v1, Concord",
  "v1, standardwebhooks",
] as const;

export type VerifierName = (typeof verifierNames)[number];

/** Message of the parent to the verifying process. The reply is a `Timed`. */
export interface MeasureMessage {
  readonly name: VerifierName;
  readonly warmUpMs: number;
  readonly roundMs: number;
}

export interface TimeMessage {
  readonly microseconds: number;
}
