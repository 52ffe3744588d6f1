import { pattern } from "./facets/facets.ts";
import { facetRule } from "./support/facet-rule.ts";

export const patternAdded = facetRule({
  id: "pattern-added",
  facet: pattern,
  effects: ["shrank"],
  mirror: "pattern-removed",
  oasdiff: "{part}-pattern-added",
  why: "Texts that do not match are refused; a provider that sends only matching ones breaks nobody.",
});
