import { object } from "../../../../contracts/model/json-parts.ts";
import { type HouseRule, collectFindings } from "./house-rule.ts";

export const deprecationUnexplained: HouseRule = {
  id: "deprecation-unexplained",
  claim: "Everything deprecated has x-deprecated with a date and a reason",
  find: (contract) =>
    collectFindings(contract, ({ deprecated, "x-deprecated": deprecation }) => {
      const { date, reason } = object(deprecation);
      return deprecated !== true || (date !== undefined && typeof reason === "string")
        ? []
        : [["deprecated", "This is deprecated: add x-deprecated with a date and a reason"]];
    }),
};
