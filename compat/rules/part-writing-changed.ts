import { rule } from "./support/rule.ts";
import { quote } from "../model/wording.ts";

export const partWritingChanged = rule({
  id: "part-writing-changed",
  on: "part",
  kind: "changed",
  verdict: "breaking",
  principle: "restriction",
  proof: "rewritten",
  concern: "constraint",
  mirror: "part-writing-changed",
  why: "Consumers serialize and parse form fields as the earlier contract describes.",
  compare(base, revision, report) {
    const [ours, theirs] = [base.writings ?? [], revision.writings ?? []];
    const [[before], [after]] = [ours, theirs];
    if (before === undefined || after === undefined || ours.some((one) => theirs.includes(one))) return;
    report({
      message: `Property ${quote(base.name)} of the form is written in another style`,
      step: base.step,
      base: base.pointer,
      revision: revision.pointer,
      before,
      after,
      values: [before, after],
      effect: "neither",
      byName: true,
    });
  },
});
