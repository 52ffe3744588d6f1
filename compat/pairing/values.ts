import { textOf } from "../schema/equality/json-text.ts";
import type { Both } from "../model/pair.ts";
import { type Basis, type Json, assumedValuesMark } from "../../contracts/index.ts";
import type { SchemaNode } from "./nodes/subjects.ts";

/** Values of a list that were stated and are assumed now, or the other way round. */
export interface Turned {
  readonly from: Basis;
  readonly to: Basis;
  readonly values: readonly Json[];
}

/** What a listed value rests on: what its schema does, or less where that says so of it. */
export function basisOfValue({
  basis,
  all,
  listedAt,
}: Pick<SchemaNode, "basis" | "all" | "listedAt">): (value: Json) => Basis {
  const assumed = new Set(
    all(assumedValuesMark).flatMap(({ value }) => (Array.isArray(value) ? value.map(textOf) : [])),
  );
  return (value) => (assumed.has(textOf(value)) ? "assumed" : (listedAt?.get(textOf(value))?.basis ?? basis));
}

/** The values of two lists whose own basis is another one, where that of all around them is the same. */
export function turnedValues({ base, revision }: Both<SchemaNode>): readonly Turned[] {
  if (base.basis !== revision.basis || !base.values || !revision.values) return [];
  const [from, to] = [basisOfValue(base), basisOfValue(revision)];
  const kept = [...base.values].flatMap(([text, value]) => (revision.values?.has(text) ? [value] : []));
  const turned = kept.filter((value) => from(value) !== to(value));
  return [...Map.groupBy(turned, from)].map(([basis, values]) => ({
    from: basis,
    to: basis === "stated" ? "assumed" : "stated",
    values,
  }));
}

/** The values of the second map whose keys the first one lacks. */
export function missingFrom(known: ReadonlyMap<string, Json>, values: ReadonlyMap<string, Json>): Json[] {
  return [...values].filter(([key]) => !known.has(key)).map(([, value]) => value);
}
