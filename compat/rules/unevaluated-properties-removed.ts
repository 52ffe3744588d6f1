import { unevaluatedProperties } from "./facets/facets.ts";
import { facetRule } from "./support/facet-rule.ts";

export const unevaluatedPropertiesRemoved = facetRule({
  id: "unevaluated-properties-removed",
  facet: unevaluatedProperties,
  effects: ["grew"],
  mirror: "unevaluated-properties-added",
  oasdiff: "{part}-unevaluated-properties-removed",
  why: "A provider that takes more refuses nobody; what it sends may be what the earlier contract ruled out.",
});
