import { type Rule, renderSarif as renderRun } from "../../formats/index.ts";
import type { CompatReport, Fault, Note } from "../model/change.ts";
import { graphqlRules } from "../graphql/rules.ts";
import { rules } from "../rules/index.ts";
import type { AnyRule } from "../rules/support/rule.ts";
import { type CompatProfile, findClause } from "../profile/compat-profile.ts";
import { principleCriterion } from "../profile/criterion.ts";
import { severities, toFindings } from "./findings.ts";
import { type RenderOptions, toShownReport } from "./shown-report.ts";

/** Renders SARIF 2.1.0 for code scanning. Only blocking changes are errors. */
export function renderSarif(report: CompatReport, { only }: RenderOptions = {}): string {
  const shown = toShownReport(report, only);
  const { profile, faults, notes } = shown;
  const described = [
    ...[...rules, ...graphqlRules].map((rule) => describeRule(rule, profile)),
    ...faults.map(describeFault),
    ...notes.map(describeNote),
  ];
  return renderRun({
    tool: "concord compat",
    // Faults and notes have no catalogue, and may share a code.
    rules: [...Map.groupBy(described, ({ id }) => id).values()].flatMap(([first]) => first ?? []),
    findings: toFindings(shown),
    properties: { profile: profile.name },
  });
}

type DescribedRule = Pick<AnyRule, "id" | "why" | "verdict" | "principle">;

function describeRule({ id, why, verdict, principle }: DescribedRule, profile: CompatProfile): Rule {
  const section = findClause(profile, principleCriterion(principle));
  return { id, why, section, severity: verdict === "breaking" ? "error" : severities[verdict] };
}

function describeFault({ code, section }: Fault): Rule {
  const why = "A document or a file of the policy violates the policy, or is stale.";
  return { id: code, why, section, severity: "error" };
}

function describeNote({ code }: Note): Rule {
  return { id: code, why: "Interpretation of a document that can be read in several ways.", severity: "note" };
}
