import { rule } from "./support/rule.ts";
import { announced } from "../model/lifecycle.ts";

export const propertyReactivated = rule({
  id: "property-reactivated",
  on: "schema",
  kind: "changed",
  verdict: "non-breaking",
  oasdiff: "{part}-reactivated",
  mirror: "property-deprecated",
  why: "What was announced is taken back.",
  compare(base, revision, report) {
    if (!base.lifecycle.deprecated || revision.lifecycle.deprecated) return;
    report({
      message: (part) => `${part} is no longer deprecated`,
      base: base.pointer,
      revision: revision.pointer,
      before: announced(base.lifecycle),
    });
  },
});
