import { propertyNames } from "./facets/facets.ts";
import { facetRule } from "./support/facet-rule.ts";

export const propertyNamesAdded = facetRule({
  id: "property-names-added",
  facet: propertyNames,
  effects: ["shrank"],
  mirror: "property-names-removed",
  oasdiff: "{part}-property-names-added",
  why: "Values that a provider took are refused; one that sends fewer kinds of values breaks nobody.",
});
