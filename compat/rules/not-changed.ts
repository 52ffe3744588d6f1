import { not } from "./facets/facets.ts";
import { facetRule } from "./support/facet-rule.ts";

export const notChanged = facetRule({
  id: "not-changed",
  facet: not,
  effects: ["neither"],
  mirror: "not-changed",
  why: "Values that a provider took may be refused now, and what it sends may be what the earlier contract ruled out.",
});
