import { carriedId } from "./support/removed-properties.ts";
import { rule } from "./support/rule.ts";
import { propertyStep, quote } from "../model/wording.ts";

export const responsePropertyAdded = rule({
  id: "response-property-added",
  on: "responseSchema",
  kind: "added",
  verdict: "non-breaking",
  principle: "addition",
  part: "property",
  oasdiff: ({ after }) => {
    if ((after as { required?: boolean } | undefined)?.required)
      return ["{side}-required-property-added", "new-required-{part}"];
    return ["{side}-optional-property-added", "new-optional-{part}"];
  },
  mirror: "response-property-removed",
  why: "Consumers ignore fields that they do not know.",
  compare(base, revision, report) {
    for (const [name, property] of revision.properties) {
      if (base.properties.has(name) || property.isNothing) continue;
      const isUncovered = base.excluded.has(name);
      const isRequired = revision.required.has(name);
      report({
        message: `Property ${quote(name)} ${isUncovered ? "is no longer write-only" : "was added"}`,
        step: propertyStep(name),
        base: base.nearestPointer(property.pointer),
        revision: property.pointer,
        after: { required: isRequired },
        ...(isUncovered && { oasdiff: carriedId("became-not", "out", isRequired) }),
      });
    }
  },
});
