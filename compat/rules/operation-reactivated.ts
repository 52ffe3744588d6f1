import { rule } from "./support/rule.ts";
import { announced } from "../model/lifecycle.ts";

export const operationReactivated = rule({
  id: "operation-reactivated",
  on: "operation",
  kind: "changed",
  verdict: "non-breaking",
  oasdiff: "endpoint-reactivated",
  mirror: "operation-deprecated",
  why: "What was announced is taken back.",
  compare(base, revision, report) {
    if (!base.lifecycle.deprecated || revision.lifecycle.deprecated) return;
    report({
      message: `Operation "${base.name}" is no longer deprecated`,
      base: base.pointer,
      revision: revision.pointer,
      before: announced(base.lifecycle),
    });
  },
});
