import { dependentSchemas } from "./facets/facets.ts";
import { facetRule } from "./support/facet-rule.ts";

export const dependentSchemasChanged = facetRule({
  id: "dependent-schemas-changed",
  facet: dependentSchemas,
  effects: ["neither"],
  mirror: "dependent-schemas-changed",
  why: "Values that a provider took may be refused now, and what it sends may be what the earlier contract ruled out.",
});
