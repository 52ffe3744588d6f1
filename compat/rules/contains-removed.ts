import { contains } from "./facets/facets.ts";
import { facetRule } from "./support/facet-rule.ts";

export const containsRemoved = facetRule({
  id: "contains-removed",
  facet: contains,
  effects: ["grew"],
  mirror: "contains-added",
  oasdiff: "{part}-contains-removed",
  why: "A provider that takes more refuses nobody; what it sends may be what the earlier contract ruled out.",
});
