import { multipleOf } from "./facets/facets.ts";
import { facetRule } from "./support/facet-rule.ts";

export const multipleOfRelaxed = facetRule({
  id: "multiple-of-relaxed",
  facet: multipleOf,
  effects: ["grew"],
  mirror: "multiple-of-tightened",
  why: "A provider that takes numbers between the steps refuses nobody; one that sends them surprises who counts in steps.",
});
