import { rule } from "./support/rule.ts";
import { announced } from "../model/lifecycle.ts";

export const propertyDeprecated = rule({
  id: "property-deprecated",
  on: "schema",
  kind: "changed",
  verdict: "non-breaking",
  oasdiff: ({ after }) =>
    `{part}-deprecated${(after as { sunset?: string }).sunset === undefined ? "" : "-with-sunset"}`,
  mirror: "property-reactivated",
  why: "It still works: a deprecation announces a change to come.",
  compare(base, revision, report) {
    if (base.lifecycle.deprecated || !revision.lifecycle.deprecated) return;
    report({
      message: (part) => `${part} was deprecated`,
      base: base.pointer,
      revision: revision.pointer,
      after: announced(revision.lifecycle),
    });
  },
});
