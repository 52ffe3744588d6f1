import { unevaluatedProperties } from "./facets/facets.ts";
import { facetRule } from "./support/facet-rule.ts";

export const unevaluatedPropertiesChanged = facetRule({
  id: "unevaluated-properties-changed",
  facet: unevaluatedProperties,
  effects: ["neither"],
  mirror: "unevaluated-properties-changed",
  why: "Values that a provider took may be refused now, and what it sends may be what the earlier contract ruled out.",
});
