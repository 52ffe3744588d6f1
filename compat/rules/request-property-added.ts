import { findNarrowing } from "./support/mentioned-properties.ts";
import { carriedId } from "./support/removed-properties.ts";
import { rule } from "./support/rule.ts";
import { propertyStep, quote } from "../model/wording.ts";

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
      const places = {
        step: propertyStep(name),
        base: base.nearestPointer(property.pointer),
        revision: property.pointer,
      };
      const narrowing = findNarrowing(base, revision, name);
      if (property.isNothing) {
        const lost = { type: "object", required: [name] };
        const message = `Property ${quote(name)} is refused now`;
        report({ ...places, message, verdict: "breaking", principle: "restriction", lost });
      } else if (base.excluded.has(name)) {
        const message = `Property ${quote(name)} is no longer read-only`;
        report({ ...places, message, oasdiff: carriedId("became-not", "in", false) });
      } else if (narrowing) {
        const message = `Property ${quote(name)} has a schema for every object now, not only under a condition`;
        report({ ...places, message, ...narrowing });
      } else report({ ...places, message: `Property ${quote(name)} was added` });
    }
  },
});
