import { rule } from "../rule.ts";
import { propertyStep, quoted } from "../wording.ts";

export const responsePropertyAdded = rule({
  id: "response-property-added",
  on: "responseSchema",
  kind: "added",
  verdict: "non-breaking",
  section: "9.2",
  oasdiff: ({ after }) =>
    (after as { required?: boolean } | undefined)?.required
      ? "response-required-property-added"
      : "response-optional-property-added",
  mirror: "response-property-removed",
  why: "Consumers ignore fields that they do not know.",
  compare(base, revision, report) {
    for (const [name, property] of revision.properties) {
      if (base.properties.has(name) || property.isNothing) continue;
      report({
        message: `Property ${quoted(name)} was added`,
        step: propertyStep(name),
        base: base.near(property.pointer),
        revision: property.pointer,
        after: { required: revision.required.has(name) },
      });
    }
  },
});
