import { rule } from "../rule.ts";
import { quoted } from "../wording.ts";

export const partReservedAllowed = rule({
  id: "part-reserved-allowed",
  on: "part",
  kind: "changed",
  verdict: "breaking",
  section: "9.2",
  concern: "constraint",
  mirror: "part-reserved-refused",
  why: "Who encodes them, or reads what is encoded, goes on; such characters as they are may be new to a reader.",
  compare(base, revision, report) {
    if (base.allowsReserved !== false || revision.allowsReserved !== true) return;
    report({
      message: `Property ${quoted(base.name)} of the form can have reserved characters as they are`,
      step: base.step,
      base: base.pointer,
      revision: revision.pointer,
      before: false,
      after: true,
      effect: "grew",
      byName: true,
    });
  },
});
