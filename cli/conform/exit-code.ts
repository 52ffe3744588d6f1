import {
  type Report,
  belowMinimumMessage,
  newFailuresIn,
  nothingSucceededMessage,
  refusedEverywhere,
} from "../../conformance/index.ts";
import type { ExitCode } from "../command.ts";

/** Exit code for a report. Known failures of a baseline do not count; parts that were not tested do. */
export function chooseExitCode(report: Report): ExitCode {
  // What was not tested because of the credentials is as unknown as if all of them were refused.
  if (report.tokenFailure !== undefined) return 2;
  const isTested = report.outcomes?.some(({ succeeded }) => succeeded) === true;
  if (!isTested && refusedEverywhere(report.access) !== undefined) return 2;
  if (newFailuresIn(report).length > 0) return 1;
  if (
    report.errors ||
    report.interrupted ||
    report.targetFailure !== undefined ||
    nothingSucceededMessage(report) !== undefined
  )
    return 2;
  if (belowMinimumMessage(report) === undefined) return 0;
  return 1;
}
