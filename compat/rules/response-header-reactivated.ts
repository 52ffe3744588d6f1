import { announced } from "../model/lifecycle.ts";
import { rule } from "./support/rule.ts";
import { propertyStep, quoted } from "../model/wording.ts";

export const responseHeaderReactivated = rule({
  id: "response-header-reactivated",
  on: "headers",
  kind: "changed",
  verdict: "non-breaking",
  mirror: "response-header-deprecated",
  why: "What was announced is taken back.",
  compare(base, revision, report) {
    for (const [key, { lifecycle, pointer, basis, name }] of base.headers) {
      const other = revision.headers.get(key);
      if (!other || !lifecycle.deprecated || other.lifecycle.deprecated) continue;
      report({
        message: `Header ${quoted(name)} is no longer deprecated`,
        step: `header${propertyStep(name)}`,
        base: pointer,
        revision: other.pointer,
        basis,
        before: announced(lifecycle),
      });
    }
  },
});
