import { createHash } from "node:crypto";
import type { Finding, Severity } from "../../formats/index.ts";
import type { Change, Fault, Note } from "../model/change.ts";
import { printableText } from "../model/wording.ts";
import type { CompatProfile } from "../profile/compat-profile.ts";
import {
  changeFacts,
  changeLine,
  faultText,
  otherOperationsText,
  sourceText,
  verdictLabel,
  waivedText,
} from "./change-facts.ts";
import { type Level, type ShownReport, chooseLevel } from "./shown-report.ts";

/** Only blocking changes are errors. */
export const severities: Readonly<Record<Level, Severity>> = {
  blocking: "error",
  breaking: "accepted",
  dangerous: "warning",
  "non-breaking": "note",
};

/** Changes, faults and notes of a report as findings: faults first, then the worst changes. */
export function toFindings({ profile, changes, faults, notes }: ShownReport): readonly Finding[] {
  return [
    ...faults.map((fault) => toFaultFinding(fault, profile)),
    ...changes.map((change) => toChangeFinding(change, profile)),
    ...notes.map(toNoteFinding),
  ];
}

export function toFaultFinding(fault: Fault, profile: CompatProfile): Finding {
  const properties = fault.section === undefined ? {} : { section: fault.section };
  return { ...toRemark(fault), severity: "error", title: faultText(fault, profile), properties };
}

export function toNoteFinding(note: Note): Finding {
  return { ...toRemark(note), severity: severities[note.verdict], title: `${note.verdict}: ${note.code}` };
}

function toRemark({ code, message, at }: Fault | Note): Omit<Finding, "severity" | "title"> {
  // The same in each run, and independent of the line.
  const identity = JSON.stringify([code, message, at?.file, at?.pointer]);
  const id = createHash("sha256").update(identity).digest("hex").slice(0, 12);
  return { rule: code, message: printableText(message), details: [], at, id: ["concordFault/v1", id] };
}

export function toChangeFinding(change: Change, profile: CompatProfile): Finding {
  const { id, rule, cause, oasdiff, section, verdict, basis, waived, base, revision } = change;
  const others = otherOperationsText(change);
  return {
    rule,
    severity: severities[chooseLevel(change)],
    title: `${verdictLabel(change)}: ${sourceText(change, profile)}`,
    message: changeLine(change),
    details: [
      ...changeFacts(change, profile),
      ...(others === undefined ? [] : [["also", others] as const]),
      ["why", change.why],
    ],
    at: revision,
    formerly: base,
    id: ["concordChange/v1", id],
    accepted: waived && `Waived ${waivedText(waived)}`,
    part: [change.api, change.operation, change.path].filter((part) => part !== "").join(" "),
    properties: { verdict, section, basis, cause, oasdiff },
  };
}
