import type { BaselineResult, Failure, Report } from "../findings/report.ts";
import { isCauseWithin } from "../findings/cause-kinds.ts";
import { groupByCause } from "../findings/causes.ts";
import { credentialsAccepted } from "../run/credentials-accepted.ts";
import type { BaselineEntry } from "./baseline.ts";

export interface BaselineOptions {
  readonly file: string;
  /** The day of the run (YYYY-MM-DD), in UTC. */
  readonly today: string;
  /** False if the run had only some of the properties or checks, so that a missing finding proves nothing. */
  readonly isWhole: boolean;
}

/**
 * Compares a report with a baseline. Failures stay in the report; `baseline` says which of them are known. An operation
 * that refused all credentials was not tested, so no entry applies to that failure.
 */
export function applyBaseline(
  report: Report,
  entries: readonly BaselineEntry[],
  { file, today, isWhole }: BaselineOptions,
): Report & { readonly baseline: BaselineResult } {
  const isOfCause = causeMatcher(report.failures);
  const isStillReported = (entry: BaselineEntry): boolean =>
    report.failures.some((failure) => failure.id === entry.finding || isOfCause(failure, entry.cause));
  const absent = entries.filter((entry) => !isStillReported(entry));
  const isTested = (entry: BaselineEntry): boolean => isWhole && wasTested(report, entry);
  return {
    ...report,
    baseline: {
      file,
      ...matchBaseline(report.failures, entries, today),
      gone: absent.filter(isTested),
      untested: absent.filter((entry) => !isTested(entry)),
    },
  };
}

/** Failures that have an entry, and those whose entry has expired. */
export function matchBaseline(
  failures: readonly Failure[],
  entries: readonly BaselineEntry[],
  today: string,
): Pick<BaselineResult, "known" | "expired"> {
  const isOfCause = causeMatcher(failures);
  const matches = failures.filter(isAcceptable).flatMap((failure) => {
    // The entry of the finding itself has precedence over that of its cause.
    const entry =
      entries.find(({ finding }) => finding === failure.id) ?? entries.find(({ cause }) => isOfCause(failure, cause));
    if (entry) return [{ finding: failure.id, reason: entry.reason, expires: entry.expires }];
    return [];
  });
  return {
    known: matches.filter(({ expires }) => expires >= today),
    expired: matches.filter(({ expires }) => expires < today),
  };
}

/** Tests that a failure has a cause: its own, or the one that explains it. */
function causeMatcher(failures: readonly Failure[]): (failure: Failure, wanted: string | undefined) => boolean {
  const groups = new Map(
    groupByCause(failures).flatMap(({ cause, findings }) => findings.map(({ id }) => [id, cause] as const)),
  );
  return ({ id, cause }, wanted) =>
    wanted !== undefined && (groups.get(id) === wanted || (cause !== undefined && isCauseWithin(cause, wanted)));
}

/** False for a failure which shows that its operation was not tested. */
export function isAcceptable({ check }: Pick<Failure, "check">): boolean {
  return check !== credentialsAccepted.id;
}

/** True if a run would have shown the finding of an entry: it ended, and valid requests succeeded. */
function wasTested({ outcomes = [], operations, errors = [], endedBy }: Report, entry: BaselineEntry): boolean {
  if (endedBy !== null) return false;
  const isConcerned = ({ api, operation }: { readonly api: string; readonly operation: string }): boolean =>
    (entry.api === undefined || entry.api === api) && (entry.operation === undefined || entry.operation === operation);
  const concerned = outcomes.filter(isConcerned);
  return (
    operations.some(isConcerned) &&
    concerned.length > 0 &&
    concerned.every(({ succeeded }) => succeeded) &&
    !errors.some(isConcerned)
  );
}
