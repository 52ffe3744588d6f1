import { type Basis, type Json, type JsonObject, assumedValuesMark, isObject } from "../contracts/index.ts";
import { textOf, unordered } from "./schemas/digest.ts";
import type { Both } from "./match.ts";
import type { SchemaNode } from "./subjects.ts";

/** Values of a list that were stated and are assumed now, or the other way round. */
export interface Turned {
  readonly from: Basis;
  readonly to: Basis;
  readonly values: readonly Json[];
}

/** Values in an order of their own, whatever a document has them in: numbers by size, all else by its text. */
export function inOrder(values: readonly Json[]): Json[] {
  return values.toSorted((one, other) => {
    if (typeof one === "number" && typeof other === "number") return one - other;
    const [ours, theirs] =
      typeof one === "string" && typeof other === "string" ? [one, other] : [textOf(one), textOf(other)];
    return ours < theirs ? -1 : Number(ours > theirs);
  });
}

/** Keywords whose schemas hold, or are chosen from, in any order. */
const schemas = new Set(["allOf", "anyOf", "oneOf"]);

/** What a keyword says, the lists in it in an order of their own where that says nothing. */
export function steady(value: Json): Json {
  if (Array.isArray(value)) return value.map(steady);
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, one]): [string, Json] => {
    const inner = steady(one);
    if (name === "dependentRequired" && isObject(inner)) return [name, byMember(inner)];
    const isFree = unordered.has(name) || schemas.has(name);
    return [name, Array.isArray(inner) && isFree ? inOrder(inner as Json[]) : inner];
  });
  return Object.fromEntries(members);
}

function byMember(lists: JsonObject): JsonObject {
  const ordered = Object.entries(lists).map(([name, list]): [string, Json] => [
    name,
    Array.isArray(list) ? inOrder(list as Json[]) : list,
  ]);
  return Object.fromEntries(ordered);
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
