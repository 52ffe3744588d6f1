import { unevaluatedItems } from "./facets/facets.ts";
import { facetRule } from "./support/facet-rule.ts";

export const unevaluatedItemsChanged = facetRule({
  id: "unevaluated-items-changed",
  facet: unevaluatedItems,
  effects: ["neither"],
  mirror: "unevaluated-items-changed",
  why: "Values that a provider took may be refused now, and what it sends may be what the earlier contract ruled out.",
});
