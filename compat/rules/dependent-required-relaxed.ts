import { dependentRequired } from "./facets/needed.ts";
import { facetRule } from "./support/facet-rule.ts";

export const dependentRequiredRelaxed = facetRule({
  id: "dependent-required-relaxed",
  facet: dependentRequired,
  effects: ["grew"],
  mirror: "dependent-required-tightened",
  oasdiff: { removed: "{part}-dependent-required-removed", changed: "{part}-dependent-required-changed" },
  why: "A provider that takes the one without the other refuses nobody; what it sends may lack what consumers count on.",
});
