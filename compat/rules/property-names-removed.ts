import { propertyNames } from "./facets/facets.ts";
import { facetRule } from "./support/facet-rule.ts";

export const propertyNamesRemoved = facetRule({
  id: "property-names-removed",
  facet: propertyNames,
  effects: ["grew"],
  mirror: "property-names-added",
  oasdiff: "{part}-property-names-removed",
  why: "A provider that takes more refuses nobody; what it sends may be what the earlier contract ruled out.",
});
