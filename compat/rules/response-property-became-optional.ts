import { rule } from "./support/rule.ts";
import { propertyStep, quote } from "../model/wording.ts";

export const responsePropertyBecameOptional = rule({
  id: "response-property-became-optional",
  on: "responseSchema",
  kind: "changed",
  verdict: "breaking",
  principle: "guarantee",
  isInRequiredList: true,
  concern: "presence",
  oasdiff: "{part}-became-optional",
  mirror: "response-property-became-required",
  why: "Consumers may read it without a check that it is present.",
  compare(base, revision, report) {
    for (const [name, requiredAt] of base.required) {
      const property = revision.properties.get(name);
      const isGone = base.properties.has(name) && !property;
      if (isGone || revision.required.has(name)) continue;
      const basis = base.properties.get(name)?.basis;
      report({
        message: `Property ${quote(name)} may be left out now`,
        step: propertyStep(name),
        base: requiredAt,
        revision: property?.pointer ?? revision.pointer,
        values: [name],
        effect: "grew",
        gained: { type: "object", not: { required: [name] } },
        ...(basis && { basis }),
      });
    }
  },
});
