import { multipleOf } from "./facets/facets.ts";
import { facetRule } from "./support/facet-rule.ts";

export const multipleOfTightened = facetRule({
  id: "multiple-of-tightened",
  facet: multipleOf,
  effects: ["shrank"],
  mirror: "multiple-of-relaxed",
  why: "Numbers between the steps are refused; a provider that sends fewer numbers breaks nobody.",
});
