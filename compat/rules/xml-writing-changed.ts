import { rule } from "./support/rule.ts";

export const xmlWritingChanged = rule({
  id: "xml-writing-changed",
  on: "xml",
  kind: "changed",
  verdict: "breaking",
  principle: "restriction",
  mirror: "xml-writing-changed",
  why: "Consumers write and read a field in XML by its name and place in the earlier contract.",
  compare(base, revision, report) {
    if (base.writing === revision.writing) return;
    report({
      message: (part) => `${part} is written in XML as ${revision.writing}, and no longer as ${base.writing}`,
      step: base.step,
      base: base.pointer,
      revision: revision.pointer,
      before: base.writing,
      after: revision.writing,
      values: [base.writing, revision.writing],
      byName: true,
    });
  },
});
