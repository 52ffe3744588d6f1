import { rule } from "../rule.ts";
import { propertyStep, quoted } from "../wording.ts";

export const responsePropertyRemoved = rule({
  id: "response-property-removed",
  on: "responseSchema",
  kind: "removed",
  verdict: "breaking",
  section: "9.5",
  mirror: "response-property-added",
  why: "Consumers may read every property the base contract promised.",
  compare(base, revision, report) {
    for (const [name, property] of base.properties) {
      if (revision.properties.has(name)) continue;
      report({
        message: `Property ${quoted(name)} was removed`,
        step: propertyStep(name),
        base: property.pointer,
        revision: revision.near(property.pointer),
        basis: property.basis,
      });
    }
  },
});
