import { contains } from "./facets/facets.ts";
import { facetRule } from "./support/facet-rule.ts";

export const containsChanged = facetRule({
  id: "contains-changed",
  facet: contains,
  effects: ["neither"],
  mirror: "contains-changed",
  why: "Values that a provider took may be refused now, and what it sends may be what the earlier contract ruled out.",
});
