import type { Case, Judgement } from "../../reports/judgement.ts";
import type { Citations } from "../../model/citations.ts";
import { counted } from "../../model/counted.ts";
import { nameInteractions, citeInteraction } from "../interaction-name.ts";
import type { VerifiedInteraction, VerifyReport } from "./verify-report.ts";

const outcomes = { passed: "passed", failed: "failed", pending: "warned", skipped: "skipped" } as const;

/** Result of a verification in the common form of reports, with a case for each interaction. */
export function toVerifyJudgement(
  { target, durationMs, interactions, interrupted }: VerifyReport,
  profile: Citations = {},
): Judgement {
  const names = nameInteractions(interactions);
  return {
    title: "concord pact verify",
    target,
    durationMs,
    scope: counted(interactions.length, "interaction"),
    cases: interactions.map((interaction, index) => toVerifyCase(interaction, names[index] as string, profile)),
    interrupted,
  };
}

function toVerifyCase(interaction: VerifiedInteraction, name: string, profile: Citations): Case {
  const { consumer, provider, outcome, operation, file, pointer, reason, mismatches, answer } = interaction;
  const source = citeInteraction(interaction, profile);
  const message = reason ?? mismatches[0]?.message;
  return {
    suite: `${consumer} -> ${provider}`,
    name,
    outcome: outcomes[outcome],
    ...(source !== undefined && { source }),
    ...(message !== undefined && {
      message: outcome === "pending" ? `Pending, and it fails: ${message}` : message,
    }),
    details: [
      ...(operation === undefined ? [] : [["operation", operation] as const]),
      ...mismatches.flatMap(({ at, message: text, expected, actual }, index) => [
        ...(index > 0 ? [["and", text] as const] : []),
        ["where", at] as const,
        ...(expected === undefined ? [] : [["expected", expected] as const]),
        ...(actual === undefined ? [] : [["actual", actual] as const]),
      ]),
      ...(answer === undefined ? [] : [["answer", answer] as const]),
      ["pact", `${file}  ${pointer}`],
    ],
  };
}
