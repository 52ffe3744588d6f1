import {
  condition,
  contains,
  dependentSchemas,
  not,
  propertyNames,
  unevaluatedItems,
  unevaluatedProperties,
} from "./facets/facets.ts";
import { type Facet } from "./support/facet-rule.ts";
import { facetRules } from "./support/facet-rules.ts";
import type { Rule } from "./support/rule.ts";

/** Keywords whose value is a schema: the start of their ids, and of their names in oasdiff if it has any. */
const rows: readonly { readonly facet: Facet; readonly stem: string; readonly oasdiff?: string }[] = [
  { facet: condition, stem: "condition", oasdiff: "if" },
  { facet: contains, stem: "contains", oasdiff: "contains" },
  { facet: dependentSchemas, stem: "dependent-schemas", oasdiff: "dependent-schema" },
  { facet: not, stem: "not" },
  { facet: propertyNames, stem: "property-names", oasdiff: "property-names" },
  { facet: unevaluatedItems, stem: "unevaluated-items", oasdiff: "unevaluated-items" },
  { facet: unevaluatedProperties, stem: "unevaluated-properties", oasdiff: "unevaluated-properties" },
];

/** Rules for keywords whose value is a schema of the value or of a part of it. */
export const subschemaRules: readonly Rule<"schema">[] = rows.flatMap(({ facet, stem, oasdiff }) =>
  facetRules({
    facet,
    shrank: {
      id: `${stem}-added`,
      ...(oasdiff && { oasdiff: `{part}-${oasdiff}-added` }),
      why: "Values that the provider accepted are refused; a provider that sends fewer kinds of values breaks no consumer.",
    },
    grew: {
      id: `${stem}-removed`,
      ...(oasdiff && { oasdiff: `{part}-${oasdiff}-removed` }),
      why: "A provider that accepts more refuses no earlier request; it may send values that the earlier contract excluded.",
    },
    neither: {
      id: `${stem}-changed`,
      why: "Values that the provider accepted may be refused, and it may send values that the earlier contract excluded.",
    },
  }),
);
