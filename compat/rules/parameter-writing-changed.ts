import { rule } from "../rule.ts";
import { quoted } from "../wording.ts";

export const parameterWritingChanged = rule({
  id: "parameter-writing-changed",
  on: "parameter",
  kind: "changed",
  verdict: "breaking",
  section: "9.5",
  concern: "constraint",
  mirror: "parameter-writing-changed",
  why: "Consumers write the parameter, or read it, as the earlier contract says.",
  compare(base, revision, report) {
    if (base.writing === revision.writing) return;
    report({
      message: `Parameter ${quoted(base.name)} (${base.in}) is written in another style`,
      step: base.step,
      base: base.pointer,
      revision: revision.pointer,
      before: base.writing,
      after: revision.writing,
      values: [base.writing, revision.writing],
      effect: "neither",
      byName: true,
    });
  },
});
