import { inOrder } from "../schema/equality/steady.ts";
import { rule } from "./support/rule.ts";
import { basisMessage } from "../model/wording.ts";

export const statedBecameAssumed = rule({
  id: "stated-became-assumed",
  on: "marked",
  kind: "changed",
  verdict: "breaking",
  mirror: "assumed-became-stated",
  why: "What the specification shows cannot become a guess: nothing would hold it any more.",
  compare(base, revision, report) {
    if (base.basis !== "stated" || revision.basis !== "assumed") return;
    report({
      message: basisMessage(base.values, "was stated, and is assumed now"),
      step: base.step,
      base: base.pointer,
      revision: revision.pointer,
      ...(base.values && { values: inOrder(base.values) }),
      before: "stated",
      after: "assumed",
      basis: "stated",
      byName: true,
    });
  },
});
