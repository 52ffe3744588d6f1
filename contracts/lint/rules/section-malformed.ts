import { join } from "../../model/pointer.ts";
import { visitTree } from "../../model/shapes.ts";
import type { Fault, LintRule } from "../rule.ts";

export const sectionMalformed: LintRule = {
  id: "section-malformed",
  claim: 'Every x-spec names one section of the specification, such as "4.1"',
  of: "marked",
  find({ document }) {
    const faults: Fault[] = [];
    visitTree(document, "document", (node, _, pointer) => {
      const section = node["x-spec"];
      if (section !== undefined && !/^[1-9]\d*(\.\d+)*$/.test(typeof section === "string" ? section : ""))
        faults.push({
          pointer: join(pointer, "x-spec"),
          message: `x-spec is ${JSON.stringify(section)}, and must be a section in quotes, such as "4.1"`,
        });
    });
    return faults;
  },
};
