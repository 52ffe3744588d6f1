import { multipleOf } from "./facets/facets.ts";
import { facetRule } from "./support/facet-rule.ts";

export const multipleOfChanged = facetRule({
  id: "multiple-of-changed",
  facet: multipleOf,
  effects: ["neither"],
  mirror: "multiple-of-changed",
  why: "Values that a provider took may be refused now, and what it sends may be what the earlier contract ruled out.",
});
