import type { Failure, Report } from "./report.ts";

/** Failures that are not in the baseline, or whose entry has expired. */
export function newFailuresIn({ failures, baseline }: Pick<Report, "failures" | "baseline">): readonly Failure[] {
  const known = new Set(baseline?.known.map(({ finding }) => finding));
  return failures.filter(({ id }) => !known.has(id));
}
