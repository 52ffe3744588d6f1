import type { Report } from "../../conformance/index.ts";
import type { JudgedFinding } from "./server.ts";

export type Finding = Pick<Report["failures"][number], "operation" | "check" | "message">;

/** Findings by what was judged of them. */
export interface Judged {
  readonly right: readonly Finding[];
  readonly wrong: readonly Finding[];
  readonly unjudged: readonly Finding[];
}

/** Sorts findings by the verdicts of a server. The first that applies to a finding decides. */
export function judgeFindings(findings: readonly Finding[], judged: readonly JudgedFinding[]): Judged {
  const verdictOn = (finding: Finding): boolean | undefined =>
    judged.find(
      ({ operation, check, message }) =>
        (operation === "*" || operation === finding.operation) &&
        check === finding.check &&
        new RegExp(message).test(finding.message),
    )?.verdict;
  const sorted = Map.groupBy(findings, verdictOn);
  return { right: sorted.get(true) ?? [], wrong: sorted.get(false) ?? [], unjudged: sorted.get(undefined) ?? [] };
}
