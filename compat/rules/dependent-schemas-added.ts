import { dependentSchemas } from "./facets/facets.ts";
import { facetRule } from "./support/facet-rule.ts";

export const dependentSchemasAdded = facetRule({
  id: "dependent-schemas-added",
  facet: dependentSchemas,
  effects: ["shrank"],
  mirror: "dependent-schemas-removed",
  oasdiff: "{part}-dependent-schema-added",
  why: "Values that a provider took are refused; one that sends fewer kinds of values breaks nobody.",
});
