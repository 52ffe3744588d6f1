import type { ConsumerReport, FaultRun } from "./report.ts";

/** The same report, with warnings as failures, and so are obligatory faults that affected nothing. */
export function strictly(report: ConsumerReport): ConsumerReport {
  return { ...report, runs: report.runs.map(strictlyJudged) };
}

function strictlyJudged(run: FaultRun): FaultRun {
  const { outcome, isObliged, exitCode } = run;
  // What was not run at all was not spared.
  const isSpared = outcome === "skipped" && isObliged && exitCode === 0;
  return outcome === "warned" || isSpared ? { ...run, outcome: "failed" } : run;
}
