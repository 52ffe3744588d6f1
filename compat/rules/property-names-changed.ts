import { propertyNames } from "./facets/facets.ts";
import { facetRule } from "./support/facet-rule.ts";

export const propertyNamesChanged = facetRule({
  id: "property-names-changed",
  facet: propertyNames,
  effects: ["neither"],
  mirror: "property-names-changed",
  why: "Values that a provider took may be refused now, and what it sends may be what the earlier contract ruled out.",
});
