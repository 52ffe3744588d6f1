import { type HouseRule, collectFindings } from "./house-rule.ts";

const MIN_LENGTH = 10;

export const assumptionUnexplained: HouseRule = {
  id: "assumption-unexplained",
  claim: "Every x-assumed gives a reason",
  find: (contract) =>
    collectFindings(contract, ({ "x-assumed": reason }) =>
      reason === undefined || (typeof reason === "string" && reason.trim().length >= MIN_LENGTH)
        ? []
        : [["x-assumed", "Give the reason for this assumption"]],
    ),
};
