import { type LintRule, faultsIn } from "../rule.ts";

const SHORTEST = 10;

export const assumptionUnexplained: LintRule = {
  id: "assumption-unexplained",
  claim: "Every x-assumed says in a few words why",
  of: "marked",
  find: (contract) =>
    faultsIn(contract, ({ "x-assumed": reason }) =>
      reason === undefined || (typeof reason === "string" && reason.trim().length >= SHORTEST)
        ? []
        : [["x-assumed", "Say in a few words why this is assumed"]],
    ),
};
