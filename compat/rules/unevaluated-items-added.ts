import { unevaluatedItems } from "./facets/facets.ts";
import { facetRule } from "./support/facet-rule.ts";

export const unevaluatedItemsAdded = facetRule({
  id: "unevaluated-items-added",
  facet: unevaluatedItems,
  effects: ["shrank"],
  mirror: "unevaluated-items-removed",
  oasdiff: "{part}-unevaluated-items-added",
  why: "Values that a provider took are refused; one that sends fewer kinds of values breaks nobody.",
});
