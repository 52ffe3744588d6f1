import { object } from "../../model/json-parts.ts";
import { type LintRule, findingsIn } from "../rule.ts";

export const deprecationUnexplained: LintRule = {
  id: "deprecation-unexplained",
  claim: "Everything deprecated has x-deprecated with a date and a reason",
  of: "marked",
  find: (contract) =>
    findingsIn(contract, ({ deprecated, "x-deprecated": deprecation }) => {
      const { date, reason } = object(deprecation);
      return deprecated !== true || (date !== undefined && typeof reason === "string")
        ? []
        : [["deprecated", "This is deprecated: add x-deprecated with a date and a reason"]];
    }),
};
