import { condition } from "./facets/facets.ts";
import { facetRule } from "./support/facet-rule.ts";

export const conditionRemoved = facetRule({
  id: "condition-removed",
  facet: condition,
  effects: ["grew"],
  mirror: "condition-added",
  oasdiff: "{part}-if-removed",
  why: "A provider that takes more refuses nobody; what it sends may be what the earlier contract ruled out.",
});
