import { inOrder } from "../schema/equality/steady.ts";
import { rule } from "./support/rule.ts";
import { basisMessage } from "../model/wording.ts";

export const assumedBecameStated = rule({
  id: "assumed-became-stated",
  on: "marked",
  kind: "changed",
  verdict: "non-breaking",
  mirror: "stated-became-assumed",
  why: "The specification now states a part that was assumed.",
  compare(base, revision, report) {
    if (base.basis !== "assumed" || revision.basis !== "stated") return;
    report({
      message: basisMessage(base.values, "was assumed, and is stated now"),
      step: base.step,
      base: base.pointer,
      revision: revision.pointer,
      ...(base.values && { values: inOrder(base.values) }),
      before: "assumed",
      after: "stated",
      basis: "stated",
      byName: true,
    });
  },
});
