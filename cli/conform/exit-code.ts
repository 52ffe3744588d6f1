import {
  type Report,
  belowMinimumMessage,
  nothingSucceededMessage,
  refusedEverywhere,
} from "../../conformance/index.ts";
import type { ExitCode } from "../command.ts";

/** Exit code for a report. */
export function exitCodeOf(report: Report): ExitCode {
  const isTested = report.outcomes?.some(({ succeeded }) => succeeded) === true;
  if (!isTested && refusedEverywhere(report.access) !== undefined) return 2;
  if (report.failures.length > 0) return 1;
  if (report.errors || report.interrupted || nothingSucceededMessage(report) !== undefined) return 2;
  return belowMinimumMessage(report) === undefined ? 0 : 1;
}
