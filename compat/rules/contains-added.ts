import { contains } from "./facets/facets.ts";
import { facetRule } from "./support/facet-rule.ts";

export const containsAdded = facetRule({
  id: "contains-added",
  facet: contains,
  effects: ["shrank"],
  mirror: "contains-removed",
  oasdiff: "{part}-contains-added",
  why: "Values that a provider took are refused; one that sends fewer kinds of values breaks nobody.",
});
