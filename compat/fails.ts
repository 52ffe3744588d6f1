import { type CompatReport, isBlocking } from "./change.ts";

/** What makes a check fail: each takes in what stands before it, but for "none". */
export const failLevels = ["breaking", "dangerous", "any", "none"] as const;

export type FailOn = (typeof failLevels)[number];

/**
 * Whether a report is a failure. What is allowed, waived or assumed is none, unless "any" change is;
 * a fault is one, unless nothing is.
 */
export function fails({ changes, faults }: CompatReport, on: FailOn): boolean {
  if (on === "none") return false;
  if (faults.length > 0 || changes.some(isBlocking)) return true;
  if (on === "any") return changes.length > 0;
  return on === "dangerous" && changes.some(({ verdict, basis }) => verdict === "dangerous" && basis === "stated");
}
