import { object } from "../../model/nodes.ts";
import { visitTree } from "../../model/shapes.ts";
import type { Fault, LintRule } from "../rule.ts";

export const deprecationUnexplained: LintRule = {
  id: "deprecation-unexplained",
  claim: "What is deprecated says in x-deprecated since when and why",
  of: "marked",
  find({ document }) {
    const faults: Fault[] = [];
    visitTree(document, "document", (node, _, pointer) => {
      if (node["deprecated"] !== true) return;
      const { date, reason } = object(node["x-deprecated"]);
      if (date === undefined || typeof reason !== "string")
        faults.push({ pointer, message: "This is deprecated: add x-deprecated with a date and a reason" });
    });
    return faults;
  },
};
