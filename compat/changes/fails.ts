import { type Change, type CompatReport, type Note, isBlocking } from "../model/change.ts";

/** Levels of failure: each includes those before it, except "none". */
export const failLevels = ["breaking", "dangerous", "any", "none"] as const;

/** Lowest level of change that fails a check. */
export type FailOn = (typeof failLevels)[number];

/**
 * Checks if a report fails. Allowed, waived and assumed changes, and warnings, fail at level
 * "any" only. Faults fail at every level
 * but "none".
 */
export function fails({ changes, faults, notes = [] }: CompatReport, on: FailOn): boolean {
  if (on === "none") return false;
  return (
    faults.length > 0 ||
    changes.some((change) => isFailing(change, on)) ||
    notes.some((note) => isFailingNote(note, on))
  );
}

/** Checks if a note fails a check: a person has to decide, and the level includes dangerous changes. */
export function isFailingNote({ verdict }: Note, on: FailOn): boolean {
  return verdict === "dangerous" && (on === "dangerous" || on === "any");
}

/** Checks if a change fails by itself. */
export function isFailing(change: Change, on: FailOn): boolean {
  if (on === "none") return false;
  if (on === "any" || isBlocking(change)) return true;
  const { verdict, basis, warning } = change;
  return on === "dangerous" && verdict === "dangerous" && basis === "stated" && !warning;
}
