import { pattern } from "./facets/facets.ts";
import { facetRule } from "./support/facet-rule.ts";

export const patternChanged = facetRule({
  id: "pattern-changed",
  facet: pattern,
  effects: ["neither"],
  mirror: "pattern-changed",
  oasdiff: "{part}-pattern-changed",
  why: "Texts that a provider took may be refused now, and what it sends may no longer be what consumers parse.",
});
