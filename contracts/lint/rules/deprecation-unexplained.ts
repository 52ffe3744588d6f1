import { object } from "../../model/json-parts.ts";
import { type LintRule, faultsIn } from "../rule.ts";

export const deprecationUnexplained: LintRule = {
  id: "deprecation-unexplained",
  claim: "What is deprecated says in x-deprecated since when and why",
  of: "marked",
  find: (contract) =>
    faultsIn(contract, ({ deprecated, "x-deprecated": told }) => {
      const { date, reason } = object(told);
      return deprecated !== true || (date !== undefined && typeof reason === "string")
        ? []
        : [["deprecated", "This is deprecated: add x-deprecated with a date and a reason"]];
    }),
};
