import { condition } from "./facets/facets.ts";
import { facetRule } from "./support/facet-rule.ts";

export const conditionChanged = facetRule({
  id: "condition-changed",
  facet: condition,
  effects: ["neither"],
  mirror: "condition-changed",
  why: "Values that a provider took may be refused now, and what it sends may be what the earlier contract ruled out.",
});
