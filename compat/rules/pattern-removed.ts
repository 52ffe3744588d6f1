import { pattern } from "./facets/facets.ts";
import { facetRule } from "./support/facet-rule.ts";

export const patternRemoved = facetRule({
  id: "pattern-removed",
  facet: pattern,
  effects: ["grew"],
  mirror: "pattern-added",
  oasdiff: "{part}-pattern-removed",
  why: "A provider that takes all texts refuses nobody; what it sends may no longer be what consumers parse.",
});
