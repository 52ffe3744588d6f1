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

interface Row {
  readonly facet: Facet;
  readonly ids: Record<"added" | "removed" | "changed", string>;
  /** Start of the names that oasdiff has. */
  readonly oasdiff?: string;
}

/** Keywords whose value is a schema. */
const rows: readonly Row[] = [
  {
    facet: condition,
    ids: { added: "condition-added", removed: "condition-removed", changed: "condition-changed" },
    oasdiff: "if",
  },
  {
    facet: contains,
    ids: { added: "contains-added", removed: "contains-removed", changed: "contains-changed" },
    oasdiff: "contains",
  },
  {
    facet: dependentSchemas,
    ids: {
      added: "dependent-schemas-added",
      removed: "dependent-schemas-removed",
      changed: "dependent-schemas-changed",
    },
    oasdiff: "dependent-schema",
  },
  { facet: not, ids: { added: "not-added", removed: "not-removed", changed: "not-changed" } },
  {
    facet: propertyNames,
    ids: { added: "property-names-added", removed: "property-names-removed", changed: "property-names-changed" },
    oasdiff: "property-names",
  },
  {
    facet: unevaluatedItems,
    ids: {
      added: "unevaluated-items-added",
      removed: "unevaluated-items-removed",
      changed: "unevaluated-items-changed",
    },
    oasdiff: "unevaluated-items",
  },
  {
    facet: unevaluatedProperties,
    ids: {
      added: "unevaluated-properties-added",
      removed: "unevaluated-properties-removed",
      changed: "unevaluated-properties-changed",
    },
    oasdiff: "unevaluated-properties",
  },
];

/** Rules for keywords whose value is a schema of the value or of a part of it. */
export const subschemaRules: readonly Rule<"schema">[] = rows.flatMap(({ facet, ids, oasdiff }) =>
  facetRules({
    facet,
    shrank: {
      id: ids.added,
      ...(oasdiff && { oasdiff: `{part}-${oasdiff}-added` }),
      why: "Values that the provider accepted are refused; a provider that sends fewer kinds of values breaks no consumer.",
    },
    grew: {
      id: ids.removed,
      ...(oasdiff && { oasdiff: `{part}-${oasdiff}-removed` }),
      why: "A provider that accepts more refuses no earlier request; it may send values that the earlier contract excluded.",
    },
    neither: {
      id: ids.changed,
      why: "Values that the provider accepted may be refused, and it may send values that the earlier contract excluded.",
    },
  }),
);
