import { rule } from "./support/rule.ts";
import { quoted } from "../model/wording.ts";

export const emptyValueRefused = rule({
  id: "empty-value-refused",
  on: "parameter",
  kind: "changed",
  verdict: "breaking",
  concern: "constraint",
  effects: ["shrank"],
  mirror: "empty-value-allowed",
  why: "Consumers that send the bare name of a parameter are refused.",
  compare(base, revision, report) {
    // A schema that takes an empty text is compared as such.
    if (!base.allowsEmpty || revision.allowsEmpty || base.takesEmpty() || revision.takesEmpty()) return;
    report({
      message: `Parameter ${quoted(base.name)} (${base.in}) can no longer be sent without a value`,
      step: base.step,
      base: base.pointer,
      revision: revision.pointer,
      values: [],
      before: true,
      after: false,
      effect: "shrank",
      byName: true,
    });
  },
});
