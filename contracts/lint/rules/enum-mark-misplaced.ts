import { closedMark } from "../../model/enum.ts";
import { list } from "../../model/nodes.ts";
import { join } from "../../model/pointer.ts";
import { visitTree } from "../../model/shapes.ts";
import type { Fault, LintRule } from "../rule.ts";

const assumedMark = "x-assumed-values";

export const enumMarkMisplaced: LintRule = {
  id: "enum-mark-misplaced",
  claim: `${closedMark} and ${assumedMark} stand beside an enum and say something of it`,
  of: "every",
  find({ document }) {
    const faults: Fault[] = [];
    visitTree(document, "document", (node, _, pointer) => {
      const values = list(node["enum"]);
      if (node[closedMark] !== undefined && (values.length === 0 || node[closedMark] !== true))
        faults.push({ pointer: join(pointer, closedMark), message: `${closedMark} is true, beside an enum` });
      const strangers = list(node[assumedMark]).filter((value) => !values.includes(value));
      if (node[assumedMark] !== undefined && (strangers.length > 0 || values.length === 0))
        faults.push({
          pointer: join(pointer, assumedMark),
          message: `${assumedMark} lists values of the enum beside it`,
        });
    });
    return faults;
  },
};
