import type { CheckReport, CheckedInteraction } from "./check.ts";
import type { Case, Judgement } from "../../reports/judgement.ts";
import { type Citations, clauseText } from "../../model/citations.ts";
import { counted } from "../../model/counted.ts";
import type { ContractPlace, Finding } from "../finding.ts";
import { nameInteractions, citeInteraction } from "../interaction-name.ts";

/** Result of a check in the common form of reports, with a case for each interaction. */
export function toCheckJudgement({ files, durationMs, interactions }: CheckReport, profile: Citations = {}): Judgement {
  const names = nameInteractions(interactions);
  return {
    title: "concord pact check",
    target: files.join(", "),
    durationMs,
    scope: `${counted(interactions.length, "interaction")}, ${counted(files.length, "pact")}`,
    cases: interactions.map((interaction, index) => toCheckCase(interaction, names[index] as string, profile)),
    notes: interactions.some(({ assumed }) => assumed.length > 0)
      ? ["A result marked assumed relies on a part that the specification does not state: a live deployment may differ"]
      : [],
    interrupted: false,
  };
}

const outcomes = { error: "failed", warning: "warned", information: "noted" } as const;
const severities = ["error", "warning", "information"] as const;

function toCheckCase(interaction: CheckedInteraction, name: string, profile: Citations): Case {
  const { consumer, provider, operation, findings, assumed, skipped } = interaction;
  const [worst] = severities.flatMap((severity) => findings.filter((finding) => finding.severity === severity));
  const source = citeInteraction(interaction, profile);
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
      ...findings.flatMap((finding, index) =>
        listFindingDetails(interaction.file, finding, { isNext: index > 0, profile }),
      ),
      ...assumed.map((place) => ["assumed", writeContractPlace(place)] as const),
    ],
  };
}

function listFindingDetails(
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
            `${writeContractPlace(contract)}  ${contract.section === undefined ? contract.basis : clauseText(profile, contract.section)}`,
          ] as const,
        ]
      : []),
    ["change", remedy] as const,
  ];
}

function writeContractPlace({ file, line, pointer }: ContractPlace): string {
  return `${file}:${line}  ${pointer}`;
}
