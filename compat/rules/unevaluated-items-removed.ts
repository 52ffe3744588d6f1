import { unevaluatedItems } from "./facets/facets.ts";
import { facetRule } from "./support/facet-rule.ts";

export const unevaluatedItemsRemoved = facetRule({
  id: "unevaluated-items-removed",
  facet: unevaluatedItems,
  effects: ["grew"],
  mirror: "unevaluated-items-added",
  oasdiff: "{part}-unevaluated-items-removed",
  why: "A provider that takes more refuses nobody; what it sends may be what the earlier contract ruled out.",
});
