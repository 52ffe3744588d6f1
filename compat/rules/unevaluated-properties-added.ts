import { unevaluatedProperties } from "./facets/facets.ts";
import { facetRule } from "./support/facet-rule.ts";

export const unevaluatedPropertiesAdded = facetRule({
  id: "unevaluated-properties-added",
  facet: unevaluatedProperties,
  effects: ["shrank"],
  mirror: "unevaluated-properties-removed",
  oasdiff: "{part}-unevaluated-properties-added",
  why: "Values that a provider took are refused; one that sends fewer kinds of values breaks nobody.",
});
