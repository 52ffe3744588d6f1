import { dependentSchemas } from "./facets/facets.ts";
import { facetRule } from "./support/facet-rule.ts";

export const dependentSchemasRemoved = facetRule({
  id: "dependent-schemas-removed",
  facet: dependentSchemas,
  effects: ["grew"],
  mirror: "dependent-schemas-added",
  oasdiff: "{part}-dependent-schema-removed",
  why: "A provider that takes more refuses nobody; what it sends may be what the earlier contract ruled out.",
});
