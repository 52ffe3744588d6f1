import { not } from "./facets/facets.ts";
import { facetRule } from "./support/facet-rule.ts";

export const notRemoved = facetRule({
  id: "not-removed",
  facet: not,
  effects: ["grew"],
  mirror: "not-added",
  why: "A provider that takes more refuses nobody; what it sends may be what the earlier contract ruled out.",
});
