import type { Location } from "../../contracts/index.ts";
import type { Change, CompatReport, Fault, Note } from "../model/change.ts";
import { cut, plain } from "../model/wording.ts";
import { lineOf, pathOf } from "./facts.ts";
import { faultId } from "./fault-id.ts";
import { type Level, type RenderOptions, levelOf, shownOf } from "./shown.ts";

const severities: Readonly<Record<Level, string>> = {
  blocking: "blocker",
  breaking: "minor",
  dangerous: "major",
  "non-breaking": "info",
};

/** The report as GitLab's Code Quality shows it beside a merge request, at the lines of the revision. */
export function renderGitlab(report: CompatReport, { only }: RenderOptions = {}): string {
  const { changes, faults, notes } = shownOf(report, only);
  return `${JSON.stringify([...faults.map(ofFault), ...changes.map(ofChange), ...notes.map(ofNote)], null, 2)}\n`;
}

function ofChange(change: Change): object {
  return {
    description: descriptionOf(change),
    check_name: change.rule,
    fingerprint: change.id,
    severity: severities[levelOf(change)],
    location: locationOf(change.revision ?? change.base),
  };
}

/** One line; where a person decides, with what they should know. */
function descriptionOf(change: Change): string {
  const { verdict, note } = change;
  return lineOf(change) + (verdict === "dangerous" && note !== undefined ? `. ${cut(plain(note))}` : "");
}

function ofFault(fault: Fault): object {
  return {
    description: plain(fault.message),
    check_name: fault.code,
    fingerprint: faultId(fault),
    severity: severities.blocking,
    location: locationOf(fault.at),
  };
}

function ofNote(note: Note): object {
  return {
    description: plain(note.message),
    check_name: note.code,
    fingerprint: faultId(note),
    severity: severities[note.verdict],
    location: locationOf(note.at),
  };
}

/** It has to be somewhere: what is nowhere is said to be where the report is about. */
function locationOf(at: Location | null): object {
  return { path: at ? pathOf(at.file) : ".", lines: { begin: at?.line ?? 1 } };
}
