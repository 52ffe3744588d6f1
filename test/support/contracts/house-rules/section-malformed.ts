import { sections } from "./sections.ts";
import { type HouseRule, collectFindings } from "./house-rule.ts";

export const sectionMalformed: HouseRule = {
  id: "section-malformed",
  claim: 'Every x-spec names one section of the specification, such as "4.1"',
  find: (contract) =>
    collectFindings(contract, ({ "x-spec": section }) =>
      section === undefined || (typeof section === "string" && sections.has(section))
        ? []
        : [
            [
              "x-spec",
              `x-spec is ${JSON.stringify(section)}, which is not a section: it must be a quoted section number, such as "4.1"`,
            ],
          ],
    ),
};
