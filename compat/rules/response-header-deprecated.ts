import { announced } from "../model/lifecycle.ts";
import { rule } from "./support/rule.ts";
import { propertyStep, quoted } from "../model/wording.ts";

export const responseHeaderDeprecated = rule({
  id: "response-header-deprecated",
  on: "headers",
  kind: "changed",
  verdict: "non-breaking",
  mirror: "response-header-reactivated",
  why: "It is still sent: a deprecation announces a change to come.",
  compare(base, revision, report) {
    for (const [key, { lifecycle, pointer, basis, name }] of base.headers) {
      const other = revision.headers.get(key);
      if (!other || lifecycle.deprecated || !other.lifecycle.deprecated) continue;
      report({
        message: `Header ${quoted(name)} was deprecated`,
        step: `header${propertyStep(name)}`,
        base: pointer,
        revision: other.pointer,
        basis,
        after: announced(other.lifecycle),
      });
    }
  },
});
