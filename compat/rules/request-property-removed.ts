import { rule } from "../rule.ts";
import { propertyStep, quoted } from "../wording.ts";

export const requestPropertyRemoved = rule({
  id: "request-property-removed",
  on: "requestSchema",
  kind: "removed",
  verdict: "breaking",
  section: "9.5",
  mirror: "request-property-added",
  why: "A field of a request body is a request parameter: consumers send it and count on its effect.",
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
