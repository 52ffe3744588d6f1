import { patternPropertiesRemoved } from "./facets/patterns.ts";
import { facetRule } from "./support/facet-rule.ts";

export const patternPropertyRemoved = facetRule({
  id: "pattern-property-removed",
  facet: patternPropertiesRemoved,
  effects: ["shrank", "neither", "grew"],
  mirror: "pattern-property-added",
  oasdiff: "{part}-pattern-property-removed",
  why: "Fields of such names need not fit any more; where all others are refused, they are, too.",
});
