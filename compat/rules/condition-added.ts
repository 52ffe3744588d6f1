import { condition } from "./facets/facets.ts";
import { facetRule } from "./support/facet-rule.ts";

export const conditionAdded = facetRule({
  id: "condition-added",
  facet: condition,
  effects: ["shrank"],
  mirror: "condition-removed",
  oasdiff: "{part}-if-added",
  why: "Values that a provider took are refused; one that sends fewer kinds of values breaks nobody.",
});
