import { not } from "./facets/facets.ts";
import { facetRule } from "./support/facet-rule.ts";

export const notAdded = facetRule({
  id: "not-added",
  facet: not,
  effects: ["shrank"],
  mirror: "not-removed",
  why: "Values that a provider took are refused; one that sends fewer kinds of values breaks nobody.",
});
