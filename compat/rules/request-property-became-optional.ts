import { rule } from "./support/rule.ts";
import { propertyStep, quote } from "../model/wording.ts";

export const requestPropertyBecameOptional = rule({
  id: "request-property-became-optional",
  on: "requestSchema",
  kind: "changed",
  verdict: "non-breaking",
  principle: "addition",
  oasdiff: "{part}-became-optional",
  mirror: "request-property-became-required",
  why: "Requests of the earlier contract send the property and stay valid.",
  compare(base, revision, report) {
    for (const [name, requiredAt] of base.required) {
      const gone = base.properties.has(name) && !revision.properties.has(name);
      if (gone || revision.required.has(name)) continue;
      const basis = base.properties.get(name)?.basis;
      report({
        message: `Property ${quote(name)} became optional`,
        step: propertyStep(name),
        base: requiredAt,
        revision: revision.properties.get(name)?.pointer ?? revision.pointer,
        values: [name],
        ...(basis && { basis }),
      });
    }
  },
});
