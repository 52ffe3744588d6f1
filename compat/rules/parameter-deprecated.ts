import { rule } from "./support/rule.ts";
import { announced } from "../model/lifecycle.ts";

export const parameterDeprecated = rule({
  id: "parameter-deprecated",
  on: "parameter",
  kind: "changed",
  verdict: "non-breaking",
  oasdiff: "request-parameter-deprecated",
  mirror: "parameter-reactivated",
  why: "It still works: a deprecation announces a change to come.",
  compare(base, revision, report) {
    if (base.lifecycle.deprecated || !revision.lifecycle.deprecated) return;
    report({
      message: `Parameter "${base.name}" (${base.in}) was deprecated`,
      step: base.step,
      base: base.pointer,
      revision: revision.pointer,
      after: announced(revision.lifecycle),
    });
  },
});
