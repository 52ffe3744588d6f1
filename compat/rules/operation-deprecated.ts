import { rule } from "./support/rule.ts";
import { announced } from "../model/lifecycle.ts";

export const operationDeprecated = rule({
  id: "operation-deprecated",
  on: "operation",
  kind: "changed",
  verdict: "non-breaking",
  oasdiff: ({ after }) =>
    `endpoint-deprecated${(after as { sunset?: string }).sunset === undefined ? "" : "-with-sunset"}`,
  mirror: "operation-reactivated",
  why: "It still works: a deprecation announces a change to come.",
  compare(base, revision, report) {
    if (base.lifecycle.deprecated || !revision.lifecycle.deprecated) return;
    report({
      message: `Operation "${base.name}" was deprecated`,
      base: base.pointer,
      revision: revision.pointer,
      after: announced(revision.lifecycle),
    });
  },
});
