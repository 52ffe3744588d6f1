import { patternPropertiesAdded } from "./facets/patterns.ts";
import { facetRule } from "./support/facet-rule.ts";

export const patternPropertyAdded = facetRule({
  id: "pattern-property-added",
  facet: patternPropertiesAdded,
  effects: ["shrank", "neither", "grew"],
  mirror: "pattern-property-removed",
  oasdiff: "{part}-pattern-property-added",
  why: "Fields of such names have to fit now; where all others are refused, they are let in.",
});
