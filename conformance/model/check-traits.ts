/** Kind of the mistake behind a finding. Findings of one kind and place have one cause. */
export type CauseKind =
  | "accepting"
  | "credentials"
  | "failure"
  | "headers"
  | "lives"
  | "loss"
  | "methods"
  | "readOnly"
  | "readers"
  | "refused"
  | "refusing"
  | "rule"
  | "secrets"
  | "shape"
  | "statuses"
  | "tenant"
  | "trace";

/**
 * Categories of the Web Fuzzing Commons (github.com/WebFuzzing/Commons, version 0.7.0:
 * src/main/resources/wfc/faults/fault_categories.json) that a check can find. Categories 200 to 202 (injections) and 205
 * are not tested, and 204 needs identities that a run does not have. 206 covers every missing authorization check (BOLA,
 * BFLA), and 207 every access without valid credentials, although their short names are narrower.
 */
export const faultNames = {
  F100: "HTTP Status 500",
  F101: "Received A Response From API With A Structure/Data That Is Not Matching Its Schema",
  F102: "Received Success Response When Sending Wrong Data",
  F103: "Resource Still Accessible After Being Deleted",
  F104: "Failed Creation of Resource Has Side Effects on Backend",
  F203: "Mass Assignment",
  F206: "Allowed To Modify Resource That Likely Should Had Been Protected",
  F207: "A Protected Resource Is Accessible Without Providing Any Authentication",
  F209: "Leaked Stack Trace",
  F210: "Hidden Accessible Endpoint",
} as const;

export type FaultCode = keyof typeof faultNames;

/** Traits of a check, property or relation that reports read. */
export interface CheckTraits {
  /** Absent: every finding is a cause of its own. */
  readonly cause?: CauseKind;
  readonly faultCode?: FaultCode;
  /** Keys of the findings that the code applies to. Default: all. */
  readonly faultKeys?: RegExp;
}
