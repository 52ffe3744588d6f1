import { join } from "../../model/pointer.ts";
import { visitTree } from "../../model/shapes.ts";
import type { Fault, LintRule } from "../rule.ts";

const SHORTEST = 10;

export const assumptionUnexplained: LintRule = {
  id: "assumption-unexplained",
  claim: "Every x-assumed says in a few words why",
  of: "marked",
  find({ document }) {
    const faults: Fault[] = [];
    visitTree(document, "document", (node, _, pointer) => {
      const reason = node["x-assumed"];
      if (reason !== undefined && !(typeof reason === "string" && reason.trim().length >= SHORTEST))
        faults.push({ pointer: join(pointer, "x-assumed"), message: "Say in a few words why this is assumed" });
    });
    return faults;
  },
};
