import { printableText } from "../../contracts/index.ts";
import { type Annotation, type Finding, renderAnnotations, renderSarif as renderRun } from "../../formats/index.ts";
import { type CaseGroup, groupCases, groupDetails } from "./case-groups.ts";
import type { Case, Judgement } from "./judgement.ts";

/** Renders workflow commands for GitHub: one annotation for each cause, at the operation in the contract. */
export function renderGithub({ cases, unjudged, title, leftovers = [] }: Judgement): string {
  const inNoFile = { details: [], at: null };
  return renderAnnotations([
    ...(unjudged === undefined
      ? []
      : [{ ...inNoFile, severity: "error", title: "Nothing was judged", message: unjudged } as const]),
    ...groupCases(cases.filter(isShown)).map((group) => toAnnotation(group, title)),
    ...leftovers.map((message) => ({ ...inNoFile, severity: "note", title: "Left behind", message }) as const),
  ]);
}

/** Renders SARIF 2.1.0 for code scanning: a result for each failure, at its operation in the contract. */
export function renderSarif({ cases, title, claims = {}, leftovers = [] }: Judgement): string {
  const findings = cases.filter(isShown).map((each): Finding => {
    const { cause: _cause, headline: _headline, ...single } = each;
    return {
      ...toAnnotation(groupCases([single])[0] as CaseGroup, title),
      rule: each.spot?.check ?? printableText(each.name),
      id: ["concordFinding/v1", `${each.suite} ${each.name}`],
      accepted: each.accepted,
    };
  });
  const ids = [...new Set(findings.map(({ rule }) => rule))];
  const rules = ids.map((id) => ({ id, summary: Object.hasOwn(claims, id) ? claims[id] : undefined }));
  return renderRun({ tool: title, rules, findings, notes: leftovers });
}

function isShown({ outcome }: Case): boolean {
  return outcome === "failed" || outcome === "warned";
}

function toAnnotation(group: CaseGroup, tool: string): Annotation {
  const [{ outcome, suite, spot, at = null }] = group.cases;
  const severity = outcome === "failed" ? "error" : "accepted";
  const title = `${suite}: ${spot?.check ?? tool}`;
  return { severity, title, message: group.headline, details: groupDetails(group), at };
}
