import { dependentRequired } from "./facets/needed.ts";
import { facetRule } from "./support/facet-rule.ts";

export const dependentRequiredChanged = facetRule({
  id: "dependent-required-changed",
  facet: dependentRequired,
  effects: ["neither"],
  mirror: "dependent-required-changed",
  oasdiff: "{part}-dependent-required-changed",
  why: "Values that a provider took may be refused now, and what it sends may be what the earlier contract ruled out.",
});
