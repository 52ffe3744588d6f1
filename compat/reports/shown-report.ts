import { type Change, type CompatReport, type Note, type Verdict, isBlocking, verdicts } from "../model/change.ts";
import { type FailOn, isFailing, isFailingNote } from "../changes/fails.ts";
import type { CompatProfile } from "../profile/compat-profile.ts";
import { defaultProfile } from "../profile/default-profile.ts";
import { maskedChange, maskedPart } from "../changes/masked.ts";

/** Verdict of a change, or "blocking" for a breaking change that is neither allowed nor waived. */
export type Level = "blocking" | Verdict;

/** All levels, the worst first. */
export const levels: readonly Level[] = ["blocking", ...verdicts];

/** Filter for the changes of a report. "breaking" includes blocking changes. */
export type ListedLevel = Level;

/** Options for printing a report. */
export interface RenderOptions {
  /** Uses colours of a terminal. */
  readonly colour?: boolean;
  /** Lists only changes of these levels. Counts include all changes. */
  readonly only?: readonly ListedLevel[];
  /** Verdict from which changes fail the check, in addition to blocking changes. */
  readonly failOn?: FailOn;
}

/** Content of all reports: the listed changes, the worst first, and counts of all changes. */
export interface ShownReport {
  /** Policy that determined the verdicts. */
  readonly profile: CompatProfile;
  /** Day of the judgement. */
  readonly today: string | undefined;
  readonly changes: readonly Change[];
  readonly faults: CompatReport["faults"];
  readonly notes: readonly Note[];
  /** Counts of all changes, listed or not. */
  readonly tally: Tally;
  /** Changes of rules that the policy switches off. */
  readonly off: NonNullable<CompatReport["off"]>;
  /** Number of changes that are not listed. */
  readonly unlisted: number;
}

/**
 * Numbers of changes by verdict, of breaking changes by outcome, of warnings, of faults, of notes that a person must
 * decide, of versions that are too low for additions, and of changes that are switched off.
 */
export interface Tally extends Readonly<
  Record<Level | "allowed" | "waived" | "assumed" | "warnings" | "faults" | "undecided" | "lowVersions" | "off", number>
> {}

export function chooseLevel(change: Change): Level {
  if (isBlocking(change)) return "blocking";
  return change.verdict;
}

/** Reason why a breaking change does not block. Undefined for all other changes. */
export function listedOnlyReason(change: Change): "allowed" | "waived" | "assumed" | undefined {
  if (change.verdict !== "breaking" || isBlocking(change)) return undefined;
  if (change.allowed) return "allowed";
  return change.waived ? "waived" : "assumed";
}

/** Number of changes and notes that fail the check without blocking. */
export function countFailing({ changes, notes = [] }: CompatReport, failOn: FailOn = "breaking"): number {
  const failing = changes.filter((change) => isFailing(change, failOn) && !isBlocking(change));
  return failing.length + notes.filter((note) => isFailingNote(note, failOn)).length;
}

/** Changes to list, the worst first. They may contain secrets. */
export function listedChanges({ changes }: CompatReport, only: readonly ListedLevel[] = levels): readonly Change[] {
  const rankChange = (change: Change): number => levels.indexOf(chooseLevel(change));
  return changes
    .filter((change) => only.includes(chooseLevel(change)) || only.includes(change.verdict))
    .toSorted((one, other) => rankChange(one) - rankChange(other));
}

export function toShownReport(report: CompatReport, only: readonly ListedLevel[] = levels): ShownReport {
  const listed = listedChanges(report, only);
  const countChanges = (isCounted: (change: Change) => boolean): number => report.changes.filter(isCounted).length;
  return {
    profile: report.profile ?? defaultProfile,
    today: report.today,
    changes: listed.map(maskedChange),
    faults: report.faults.map(maskedPart),
    notes: (report.notes ?? []).map(maskedPart),
    tally: {
      blocking: countChanges(isBlocking),
      breaking: countChanges(({ verdict }) => verdict === "breaking"),
      dangerous: countChanges(({ verdict }) => verdict === "dangerous"),
      "non-breaking": countChanges(({ verdict }) => verdict === "non-breaking"),
      allowed: countChanges((change) => listedOnlyReason(change) === "allowed"),
      waived: countChanges((change) => listedOnlyReason(change) === "waived"),
      assumed: countChanges((change) => listedOnlyReason(change) === "assumed"),
      warnings: countChanges(({ warning }) => warning === true),
      faults: report.faults.length,
      undecided: (report.notes ?? []).filter(({ verdict }) => verdict === "dangerous").length,
      lowVersions: (report.notes ?? []).filter(({ code }) => code === "version-too-low").length,
      off: (report.off ?? []).length,
    },
    off: report.off ?? [],
    unlisted: report.changes.length - listed.length,
  };
}
