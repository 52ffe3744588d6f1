import type { ConsumerReport, WeatherRun } from "./report.ts";

/** The same report where warnings count, and so does a weather that has to be survived and struck nothing. */
export function strictly(report: ConsumerReport): ConsumerReport {
  return { ...report, runs: report.runs.map(strictlyJudged) };
}

function strictlyJudged(run: WeatherRun): WeatherRun {
  const { outcome, isObliged, exitCode } = run;
  // What was not run at all was not spared.
  const isSpared = outcome === "skipped" && isObliged && exitCode === 0;
  return outcome === "warned" || isSpared ? { ...run, outcome: "failed" } : run;
}
