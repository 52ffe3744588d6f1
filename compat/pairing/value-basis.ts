import { toSortedJson } from "../schema/equality/json-text.ts";
import type { Both } from "../model/pair.ts";
import { type Basis, type Json, assumedValuesMark } from "../../contracts/index.ts";
import type { SchemaNode } from "./nodes/subjects.ts";

/** Listed values whose basis changed between stated and assumed. */
export interface BasisChange {
  readonly from: Basis;
  readonly to: Basis;
  readonly values: readonly Json[];
}

/** Returns the basis of a listed value: that of its schema, unless the schema marks the value as assumed. */
export function basisOfValue({
  basis,
  all,
  listedAt,
}: Pick<SchemaNode, "basis" | "all" | "listedAt">): (value: Json) => Basis {
  const assumed = new Set(
    all(assumedValuesMark).flatMap(({ value }) => (Array.isArray(value) ? value.map(toSortedJson) : [])),
  );
  return (value) =>
    assumed.has(toSortedJson(value)) ? "assumed" : (listedAt?.get(toSortedJson(value))?.basis ?? basis);
}

/** Values that both sides list with a different basis, although the basis of the schema is the same. */
export function valuesWithChangedBasis({ base, revision }: Both<SchemaNode>): readonly BasisChange[] {
  if (base.basis !== revision.basis || !base.values || !revision.values) return [];
  const [from, to] = [basisOfValue(base), basisOfValue(revision)];
  const kept = [...base.values].flatMap(([text, value]) => (revision.values?.has(text) ? [value] : []));
  const changedValues = kept.filter((value) => from(value) !== to(value));
  return [...Map.groupBy(changedValues, from)].map(([basis, values]) => ({
    from: basis,
    to: basis === "stated" ? "assumed" : "stated",
    values,
  }));
}

/** Values whose keys are missing in the known values. */
export function missingValues(known: ReadonlyMap<string, Json>, values: ReadonlyMap<string, Json>): Json[] {
  return [...values].filter(([key]) => !known.has(key)).map(([, value]) => value);
}
