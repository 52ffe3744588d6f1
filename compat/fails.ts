import { type Change, type CompatReport, isBlocking } from "./change.ts";

/** What makes a check fail: each takes in what stands before it, but for "none". */
export const failLevels = ["breaking", "dangerous", "any", "none"] as const;

export type FailOn = (typeof failLevels)[number];

/**
 * Whether a report is a failure. What is allowed, waived or assumed is none, unless "any" change is;
 * a fault is one, unless nothing is.
 */
export function fails({ changes, faults }: CompatReport, on: FailOn): boolean {
  return on !== "none" && (faults.length > 0 || changes.some((change) => isFailing(change, on)));
}

/** Whether a change makes a check fail by itself. */
export function isFailing(change: Change, on: FailOn): boolean {
  if (on === "none") return false;
  if (on === "any" || isBlocking(change)) return true;
  return on === "dangerous" && change.verdict === "dangerous" && change.basis === "stated";
}
