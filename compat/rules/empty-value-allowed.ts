import { rule } from "./support/rule.ts";
import { quoted } from "../model/wording.ts";

export const emptyValueAllowed = rule({
  id: "empty-value-allowed",
  on: "parameter",
  kind: "changed",
  verdict: "breaking",
  concern: "constraint",
  effects: ["grew"],
  mirror: "empty-value-refused",
  why: "A provider that takes the bare name of a parameter refuses nobody.",
  compare(base, revision, report) {
    // A schema that takes an empty text is compared as such.
    if (!revision.allowsEmpty || base.allowsEmpty || base.takesEmpty() || revision.takesEmpty()) return;
    report({
      message: `Parameter ${quoted(base.name)} (${base.in}) can be sent without a value`,
      step: base.step,
      base: base.pointer,
      revision: revision.pointer,
      values: [],
      before: false,
      after: true,
      effect: "grew",
      byName: true,
    });
  },
});
