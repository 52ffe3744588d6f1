import type { Location } from "../../contracts/index.ts";
import type { Change, CompatReport, Fault, Note } from "../model/change.ts";
import { cut, printableText } from "../model/wording.ts";
import { changeLine, checkoutPath } from "./change-facts.ts";
import { faultId } from "./fault-id.ts";
import { type Level, type RenderOptions, levelOf, toShownReport } from "./shown-report.ts";

const severities: Readonly<Record<Level, string>> = {
  blocking: "blocker",
  breaking: "minor",
  dangerous: "major",
  "non-breaking": "info",
};

/** Renders a Code Quality report for GitLab merge requests, with lines of the revision. */
export function renderGitlab(report: CompatReport, { only }: RenderOptions = {}): string {
  const { changes, faults, notes } = toShownReport(report, only);
  return `${JSON.stringify([...faults.map(faultIssue), ...changes.map(changeIssue), ...notes.map(noteIssue)], null, 2)}\n`;
}

function changeIssue(change: Change): object {
  return {
    description: changeDescription(change),
    check_name: change.rule,
    fingerprint: change.id,
    severity: severities[levelOf(change)],
    location: issueLocation(change.revision ?? change.base),
  };
}

/** One line about a change. Dangerous changes include their note, because a person decides. */
function changeDescription(change: Change): string {
  const { verdict, note } = change;
  return changeLine(change) + (verdict === "dangerous" && note !== undefined ? `. ${cut(printableText(note))}` : "");
}

function faultIssue(fault: Fault): object {
  return {
    description: printableText(fault.message),
    check_name: fault.code,
    fingerprint: faultId(fault),
    severity: severities.blocking,
    location: issueLocation(fault.at),
  };
}

function noteIssue(note: Note): object {
  return {
    description: printableText(note.message),
    check_name: note.code,
    fingerprint: faultId(note),
    severity: severities[note.verdict],
    location: issueLocation(note.at),
  };
}

/** Location of an issue. Required by the format, so issues without one get the checkout. */
function issueLocation(at: Location | null): object {
  return { path: at ? checkoutPath(at.file) : ".", lines: { begin: at?.line ?? 1 } };
}
