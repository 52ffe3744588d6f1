import { carriedId } from "./support/removed-properties.ts";
import { rule } from "./support/rule.ts";
import { propertyStep, quoted } from "../model/wording.ts";

export const requestPropertyAdded = rule({
  id: "request-property-added",
  on: "requestSchema",
  kind: "added",
  verdict: "non-breaking",
  principle: "addition",
  part: "property",
  oasdiff: "new-optional-{part}",
  mirror: "request-property-removed",
  why: "Requests of the earlier contract leave the property out and stay valid.",
  compare(base, revision, report) {
    for (const [name, property] of revision.properties) {
      const isNewlyRequired = revision.required.has(name) && !base.required.has(name);
      if (base.properties.has(name) || isNewlyRequired) continue;
      const isUncovered = base.excluded.has(name);
      report({
        message: `Property ${quoted(name)} ${property.isNothing ? "is refused now" : isUncovered ? "is no longer read-only" : "was added"}`,
        step: propertyStep(name),
        base: base.nearestPointer(property.pointer),
        revision: property.pointer,
        ...(isUncovered && { oasdiff: carriedId("became-not", "in", false) }),
        ...(property.isNothing && {
          verdict: "breaking",
          principle: "restriction",
          lost: { type: "object", required: [name] },
        }),
      });
    }
  },
});
