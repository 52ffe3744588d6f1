import { rule } from "./support/rule.ts";
import { announced } from "../model/lifecycle.ts";

export const parameterReactivated = rule({
  id: "parameter-reactivated",
  on: "parameter",
  kind: "changed",
  verdict: "non-breaking",
  oasdiff: "request-parameter-reactivated",
  mirror: "parameter-deprecated",
  why: "What was announced is taken back.",
  compare(base, revision, report) {
    if (!base.lifecycle.deprecated || revision.lifecycle.deprecated) return;
    report({
      message: `Parameter "${base.name}" (${base.in}) is no longer deprecated`,
      step: base.step,
      base: base.pointer,
      revision: revision.pointer,
      before: announced(base.lifecycle),
    });
  },
});
