import { type Change, type CompatReport, type Note, type Verdict, isBlocking, verdicts } from "../model/change.ts";
import { type FailOn, isFailing, isFailingNote } from "../changes/fails.ts";
import type { CompatProfile } from "../profile/compat-profile.ts";
import { defaultProfile } from "../profile/default-profile.ts";
import { maskedChange, maskedPart } from "../changes/masked.ts";

/** A change as a reader weighs it: what stands in the way apart from what breaks and is only listed. */
export type Level = "blocking" | Verdict;

/** The levels, the worst first. */
export const levels: readonly Level[] = ["blocking", ...verdicts];

/** What a report is narrowed to: "breaking" has those that block, too. */
export type Only = Level;

/** How a report is printed. */
export interface RenderOptions {
  /** Whether it goes to a terminal that wants colours. */
  readonly colour?: boolean;
  /** Lists only changes of these kinds; what is counted stays the same. */
  readonly only?: readonly Only[];
  /** What the check that the report is of fails for, beside what blocks. */
  readonly failOn?: FailOn;
}

/** What all reports print: the changes that are listed, the worst first, and how many there are of all. */
export interface Shown {
  /** The policy that judged. */
  readonly profile: CompatProfile;
  readonly changes: readonly Change[];
  readonly faults: CompatReport["faults"];
  readonly notes: readonly Note[];
  /** All changes, whether they are listed or not. */
  readonly tally: Tally;
  /** How many changes are not listed. */
  readonly unlisted: number;
}

/** How many changes there are of each verdict, what becomes of those that break, and of how many notes a person decides. */
export interface Tally extends Readonly<
  Record<Level | "allowed" | "waived" | "assumed" | "faults" | "undecided", number>
> {}

export function levelOf(change: Change): Level {
  return isBlocking(change) ? "blocking" : change.verdict;
}

/** Why a breaking change is only listed; undefined for one that blocks, and for all others. */
export function excuseOf(change: Change): "allowed" | "waived" | "assumed" | undefined {
  if (change.verdict !== "breaking" || isBlocking(change)) return undefined;
  if (change.allowed) return "allowed";
  return change.waived ? "waived" : "assumed";
}

/** How many changes and notes fail a check although they do not block. */
export function failingBeside({ changes, notes = [] }: CompatReport, failOn: FailOn = "breaking"): number {
  const failing = changes.filter((change) => isFailing(change, failOn) && !isBlocking(change));
  return failing.length + notes.filter((note) => isFailingNote(note, failOn)).length;
}

export function shownOf(report: CompatReport, only: readonly Only[] = levels): Shown {
  const listed = report.changes.filter((change) => only.includes(levelOf(change)) || only.includes(change.verdict));
  const rank = (change: Change): number => levels.indexOf(levelOf(change));
  const count = (holds: (change: Change) => boolean): number => report.changes.filter(holds).length;
  return {
    profile: report.profile ?? defaultProfile,
    changes: listed.toSorted((one, other) => rank(one) - rank(other)).map(maskedChange),
    faults: report.faults.map(maskedPart),
    notes: (report.notes ?? []).map(maskedPart),
    tally: {
      blocking: count(isBlocking),
      breaking: count(({ verdict }) => verdict === "breaking"),
      dangerous: count(({ verdict }) => verdict === "dangerous"),
      "non-breaking": count(({ verdict }) => verdict === "non-breaking"),
      allowed: count((change) => excuseOf(change) === "allowed"),
      waived: count((change) => excuseOf(change) === "waived"),
      assumed: count((change) => excuseOf(change) === "assumed"),
      faults: report.faults.length,
      undecided: (report.notes ?? []).filter(({ verdict }) => verdict === "dangerous").length,
    },
    unlisted: report.changes.length - listed.length,
  };
}
