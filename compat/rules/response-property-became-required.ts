import { rule } from "./support/rule.ts";
import { propertyStep, quote } from "../model/wording.ts";

export const responsePropertyBecameRequired = rule({
  id: "response-property-became-required",
  on: "responseSchema",
  kind: "changed",
  verdict: "non-breaking",
  principle: "addition",
  oasdiff: "{part}-became-required",
  mirror: "response-property-became-optional",
  why: "The field is now always present, which the earlier contract did not promise.",
  compare(base, revision, report) {
    for (const [name, requiredAt] of revision.required) {
      const property = base.properties.get(name);
      const isNew = !property && revision.properties.has(name);
      if (isNew || base.required.has(name)) continue;
      report({
        message: `Property ${quote(name)} is always there now`,
        step: propertyStep(name),
        base: property?.pointer ?? base.pointer,
        revision: requiredAt,
        values: [name],
      });
    }
  },
});
