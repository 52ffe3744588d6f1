import { rule } from "../rule.ts";
import { quoted } from "../wording.ts";

export const parameterReservedRefused = rule({
  id: "parameter-reserved-refused",
  on: "parameter",
  kind: "changed",
  verdict: "breaking",
  section: "9.5",
  concern: "constraint",
  mirror: "parameter-reserved-allowed",
  why: "Consumers write characters that are reserved as they are, and another value is read.",
  compare(base, revision, report) {
    if (base.allowsReserved !== true || revision.allowsReserved !== false) return;
    report({
      message: `Parameter ${quoted(base.name)} (query) can no longer have reserved characters as they are`,
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
