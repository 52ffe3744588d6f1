import { rule } from "../rule.ts";
import { quoted } from "../wording.ts";

export const partWritingChanged = rule({
  id: "part-writing-changed",
  on: "part",
  kind: "changed",
  verdict: "breaking",
  section: "9.5",
  concern: "constraint",
  mirror: "part-writing-changed",
  why: "Consumers write the fields of a form, or read them, as the earlier contract says.",
  compare(base, revision, report) {
    if (base.writing === undefined || revision.writing === undefined || base.writing === revision.writing) return;
    report({
      message: `Property ${quoted(base.name)} of the form is written in another style`,
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
