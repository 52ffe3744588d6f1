import { patternProperties } from "../facets/facets.ts";
import { facetRule } from "../rule-of-facet.ts";

export const patternPropertyAdded = facetRule({
  id: "pattern-property-added",
  facet: patternProperties,
  effects: ["shrank"],
  mirror: "pattern-property-removed",
  oasdiff: "{part}-pattern-property-added",
  why: "Values that a provider took are refused; one that sends fewer kinds of values breaks nobody.",
});
