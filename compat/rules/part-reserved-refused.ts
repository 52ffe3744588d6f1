import { rule } from "../rule.ts";
import { quoted } from "../wording.ts";

export const partReservedRefused = rule({
  id: "part-reserved-refused",
  on: "part",
  kind: "changed",
  verdict: "breaking",
  section: "9.5",
  concern: "constraint",
  mirror: "part-reserved-allowed",
  why: "Consumers write characters that are reserved as they are, and another value is read.",
  compare(base, revision, report) {
    if (base.allowsReserved !== true || revision.allowsReserved !== false) return;
    report({
      message: `Property ${quoted(base.name)} of the form can no longer have reserved characters as they are`,
      step: base.step,
      base: base.pointer,
      revision: revision.pointer,
      before: true,
      after: false,
      effect: "shrank",
      byName: true,
    });
  },
});
