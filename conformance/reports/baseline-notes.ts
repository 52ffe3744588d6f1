import type { Report } from "../findings/report.ts";
import { counted } from "../model/counted.ts";

/** Number of entries that a note names. */
const MAX_NAMED = 5;

/** Notes on the baseline of a run: known, expired and absent findings. */
export function baselineNotes({ baseline, failures }: Pick<Report, "baseline" | "failures">): readonly string[] {
  if (!baseline) return [];
  const { file, known, expired, gone, untested } = baseline;
  const nameBaselineFailure = (id: string): string => {
    const failure = failures.find((each) => each.id === id);
    return `#${id}${failure ? ` (${failure.operation} ${failure.check})` : ""}`;
  };
  const absentName = ({ finding, cause, operation, check }: (typeof gone)[number]): string =>
    `${finding === undefined ? `"${cause}"` : `#${finding}`}${operation === undefined ? "" : ` (${[operation, check].filter(Boolean).join(" ")})`}`;
  return [
    ...(known.length === 0
      ? []
      : [
          `${counted(known.length, "failure")} in the baseline ${file}: shown as WARN, and no reason for the run to fail`,
        ]),
    ...expired.map(
      ({ finding, reason, expires }) =>
        `The baseline entry of ${nameBaselineFailure(finding)} expired on ${expires}: ${reason}`,
    ),
    ...(gone.length === 0
      ? []
      : [
          `${counted(gone.length, "entry", "entries")} of the baseline no longer ${gone.length === 1 ? "occurs" : "occur"}: ${joinFirstNames(gone.map(absentName))}. --update-baseline removes them`,
        ]),
    ...(untested.length === 0
      ? []
      : [
          `${counted(untested.length, "entry", "entries")} of the baseline could not be checked, because this run did not test ${untested.length === 1 ? "its operation" : "their operations"}: ${joinFirstNames(untested.map(absentName))}`,
        ]),
  ];
}

function joinFirstNames(names: readonly string[]): string {
  const more = names.length - MAX_NAMED;
  return names.slice(0, MAX_NAMED).join(", ") + (more > 0 ? ` and ${more} more` : "");
}
