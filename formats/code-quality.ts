import { printableText } from "../contracts/index.ts";
import { type Finding, type Severity, checkoutPath } from "./finding.ts";

const severities: Readonly<Record<Severity, string>> = {
  error: "blocker",
  warning: "major",
  accepted: "minor",
  note: "info",
};

/** Renders a Code Quality report for GitLab merge requests. */
export function renderCodeQuality(findings: readonly Finding[]): string {
  return `${JSON.stringify(findings.map(writeIssue), null, 2)}\n`;
}

function writeIssue({ rule, severity, message, details, at, formerly, id }: Finding): object {
  // A warning has its note, because a person decides.
  const note = severity === "warning" ? details.find(([label]) => label === "note")?.[1] : undefined;
  // The format requires a place.
  const { file, line } = at ?? formerly ?? { file: ".", line: 1 };
  return {
    description: printableText(note === undefined ? message : `${message}. ${note}`),
    check_name: rule,
    fingerprint: id[1],
    severity: severities[severity],
    location: { path: checkoutPath(file), lines: { begin: line } },
  };
}
