import { type Change, type CompatReport, type Note, isBlocking } from "./change.ts";

/** What makes a check fail: each takes in what stands before it, but for "none". */
export const failLevels = ["breaking", "dangerous", "any", "none"] as const;

export type FailOn = (typeof failLevels)[number];

/**
 * Whether a report is a failure. What is allowed, waived or assumed is none, unless "any" change is;
 * a fault is one, unless nothing is.
 */
export function fails({ changes, faults, notes = [] }: CompatReport, on: FailOn): boolean {
  if (on === "none") return false;
  return (
    faults.length > 0 ||
    changes.some((change) => isFailing(change, on)) ||
    notes.some((note) => isFailingNote(note, on))
  );
}

/** Whether a note makes a check fail: where a person has to decide, and that is to fail. */
export function isFailingNote({ verdict }: Note, on: FailOn): boolean {
  return verdict === "dangerous" && (on === "dangerous" || on === "any");
}

/** Whether a change makes a check fail by itself. */
export function isFailing(change: Change, on: FailOn): boolean {
  if (on === "none") return false;
  if (on === "any" || isBlocking(change)) return true;
  return on === "dangerous" && change.verdict === "dangerous" && change.basis === "stated";
}
