import { rule } from "./support/rule.ts";
import { quote } from "../model/wording.ts";

export const pathParameterRenamed = rule({
  id: "path-parameter-renamed",
  on: "parameter",
  kind: "changed",
  verdict: "breaking",
  principle: "restriction",
  mirror: "path-parameter-renamed",
  why: "The name of a path parameter is part of the URL only if its style includes it (matrix).",
  compare(base, revision, report) {
    if (base.in !== "path" || base.name === revision.name) return;
    report({
      message: `Path parameter ${quote(base.name)} was renamed to ${quote(revision.name)}`,
      step: base.step,
      base: base.pointer,
      revision: revision.pointer,
      before: base.name,
      after: revision.name,
      values: [base.name, revision.name],
      byName: true,
      ...(!(base.writesName && revision.writesName) && { question: "path-parameter-renamed" }),
    });
  },
});
