import type { Change, CompatReport } from "../change.ts";

/** A change as it was published, on its day; a later run never changes it. */
export interface Entry extends Omit<Change, "base" | "revision"> {
  /** YYYY-MM-DD. */
  readonly date: string;
}

/** The entries that a report makes on a day, in the report's order. */
export function entriesOf({ changes }: CompatReport, date: string): Entry[] {
  return changes.map(({ base: _base, revision: _revision, ...change }) => ({ ...change, date }));
}

/** Newest first; entries of one day stay in order. */
export function newestFirst(entries: readonly Entry[]): Entry[] {
  return entries.toSorted((one, other) => (one.date === other.date ? 0 : one.date < other.date ? 1 : -1));
}
