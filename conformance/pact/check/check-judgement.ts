import type { CheckReport, CheckedInteraction } from "./check.ts";
import type { Case, Judgement } from "../../reports/judgement.ts";
import { type Citations, clauseText } from "../../model/citations.ts";
import { counted } from "../../model/counted.ts";
import type { ContractPlace, Finding } from "../finding.ts";
import { namesOf, sourceOf } from "../interaction-name.ts";

/** Result of a check in the common form of reports, with a case for each interaction. */
export function checkJudgementOf({ files, durationMs, interactions }: CheckReport, profile: Citations = {}): Judgement {
  const names = namesOf(interactions);
  return {
    title: "concord pact check",
    target: files.join(", "),
    durationMs,
    scope: `${counted(interactions.length, "interaction")}, ${counted(files.length, "pact")}`,
    cases: interactions.map((interaction, index) => caseOf(interaction, names[index] as string, profile)),
    notes: interactions.some(({ assumed }) => assumed.length > 0)
      ? ["A result marked assumed relies on a part that the specification does not state: a live deployment may differ"]
      : [],
    interrupted: false,
  };
}

const outcomes = { error: "failed", warning: "warned", information: "noted" } as const;
const severities = ["error", "warning", "information"] as const;

function caseOf(interaction: CheckedInteraction, name: string, profile: Citations): Case {
  const { consumer, provider, operation, findings, assumed, skipped } = interaction;
  const [worst] = severities.flatMap((severity) => findings.filter((finding) => finding.severity === severity));
  const source = sourceOf(interaction, profile);
  const outcome =
    skipped !== undefined ? "skipped" : worst ? outcomes[worst.severity] : assumed.length > 0 ? "noted" : "passed";
  return {
    suite: `${consumer} -> ${provider}`,
    name,
    outcome,
    ...(source !== undefined && { source }),
    ...(worst?.contract && { at: worst.contract }),
    message: skipped ?? worst?.message ?? (assumed.length > 0 ? "It relies on an assumed part of the contract" : ""),
    details: [
      ...(operation === undefined ? [] : [["operation", operation] as const]),
      ...findings.flatMap((finding, index) => linesOf(interaction.file, finding, { isNext: index > 0, profile })),
      ...assumed.map((place) => ["assumed", textOf(place)] as const),
    ],
  };
}

function linesOf(
  file: string,
  { message, remedy, pact, contract }: Finding,
  { isNext, profile }: { readonly isNext: boolean; readonly profile: Citations },
) {
  return [
    ...(isNext ? [["and", message] as const] : []),
    ["pact", `${file}  ${pact}`] as const,
    ...(contract
      ? [
          [
            "contract",
            `${textOf(contract)}  ${contract.section === undefined ? contract.basis : clauseText(profile, contract.section)}`,
          ] as const,
        ]
      : []),
    ["change", remedy] as const,
  ];
}

function textOf({ file, line, pointer }: ContractPlace): string {
  return `${file}:${line}  ${pointer}`;
}
