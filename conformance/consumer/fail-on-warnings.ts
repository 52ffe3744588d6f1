import type { ConsumerReport, FaultRun } from "./report.ts";

/** Report with warnings as failures. Obligatory faults that affected nothing fail, too. */
export function failOnWarnings(report: ConsumerReport): ConsumerReport {
  return { ...report, runs: report.runs.map(failOnWarning) };
}

function failOnWarning(run: FaultRun): FaultRun {
  const { outcome, isObliged, exitCode } = run;
  // A run that did not take place stays skipped.
  const hasNoEffect = outcome === "skipped" && isObliged && exitCode === 0;
  if (outcome === "warned" || hasNoEffect) return { ...run, outcome: "failed" };
  return run;
}
