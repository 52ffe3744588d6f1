import { patternProperties } from "../facets/facets.ts";
import { facetRule } from "../rule-of-facet.ts";

export const patternPropertyRemoved = facetRule({
  id: "pattern-property-removed",
  facet: patternProperties,
  effects: ["grew"],
  mirror: "pattern-property-added",
  oasdiff: "{part}-pattern-property-removed",
  why: "A provider that takes more refuses nobody; what it sends may be what the earlier contract ruled out.",
});
