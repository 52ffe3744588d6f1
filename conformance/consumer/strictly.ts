import type { ConsumerReport, FaultRun } from "./report.ts";

/** Report with warnings as failures. Obligatory faults that affected nothing fail, too. */
export function strictly(report: ConsumerReport): ConsumerReport {
  return { ...report, runs: report.runs.map(strictlyJudged) };
}

function strictlyJudged(run: FaultRun): FaultRun {
  const { outcome, isObliged, exitCode } = run;
  // A run that did not take place stays skipped.
  const isSpared = outcome === "skipped" && isObliged && exitCode === 0;
  return outcome === "warned" || isSpared ? { ...run, outcome: "failed" } : run;
}
