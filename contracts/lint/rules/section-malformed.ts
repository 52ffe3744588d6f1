import { type LintRule, faultsIn } from "../rule.ts";

export const sectionMalformed: LintRule = {
  id: "section-malformed",
  claim: 'Every x-spec names one section of the specification, such as "4.1"',
  of: "marked",
  find: (contract) =>
    faultsIn(contract, ({ "x-spec": section }) =>
      section === undefined || (typeof section === "string" && /^[1-9]\d*(\.\d+)*$/.test(section))
        ? []
        : [["x-spec", `x-spec is ${JSON.stringify(section)}, and must be a section in quotes, such as "4.1"`]],
    ),
};
