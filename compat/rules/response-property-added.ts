import { rule } from "../rule.ts";
import { propertyStep, quoted } from "../wording.ts";

export const responsePropertyAdded = rule({
  id: "response-property-added",
  on: "responseSchema",
  kind: "added",
  verdict: "non-breaking",
  section: "9.2",
  mirror: "response-property-removed",
  why: "Consumers ignore fields that they do not know.",
  compare(base, revision, report) {
    for (const [name, property] of revision.properties) {
      if (base.properties.has(name)) continue;
      report({
        message: `Property ${quoted(name)} was added`,
        step: propertyStep(name),
        base: base.near(property.pointer),
        revision: property.pointer,
      });
    }
  },
});
