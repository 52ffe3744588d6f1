import { type JsonSchema, referenceTo } from "../contracts/index.ts";
import type { Both } from "./match.ts";
import { heirPlaces } from "./schemas/heirs.ts";
import type { Side } from "./schemas/keys.ts";
import { discriminatorOf, mappingOf } from "./schemas/shapes.ts";
import type { View } from "./schemas/view.ts";

/** A component that builds on a schema, and the values that name it. */
export interface NamedHeir {
  readonly view: View;
  readonly values: readonly string[];
  /** Whether no mapping says so. */
  readonly isImplied: boolean;
}

/** The components that build on a schema, as one side has them. */
export function heirsIn({ contract, read }: Side, whole: View): NamedHeir[] {
  const mapped = mappingOf(whole);
  const name = discriminatorOf(whole) ?? "";
  return heirPlaces(contract, whole).map(({ pointer, value, place }) => {
    // A component that only refers to another one is told by its own name.
    const view = { ...read([place]), origin: pointer };
    const named = mapped.filter(([, target]) => target === referenceTo(pointer)).map(([one]) => one);
    if (named.length > 0 || value === undefined) return { view, values: named, isImplied: false };
    const listed = read(view.properties.get(name) ?? []).values;
    // Where it says itself which values it has, its name is none of them.
    const isOther = listed !== undefined && !listed.has(JSON.stringify(value));
    return { view, values: isOther ? [...listed.values()].map(String) : [value], isImplied: !isOther };
  });
}

/** The values that name each, as one text. */
export function valuesOf(heirs: readonly NamedHeir[]): Map<View, string> {
  return new Map(
    heirs.flatMap(({ view, values }) => (values.length === 0 ? [] : [[view, JSON.stringify(values.toSorted())]])),
  );
}

/** The values that name each, by their text. */
export function namingOf(heirs: readonly NamedHeir[]): Map<View, ReadonlyMap<string, string>> {
  return new Map(heirs.map(({ view, values }) => [view, new Map(values.map((one) => [JSON.stringify(one), one]))]));
}

/** What has a value that names the shape. */
export function tagsOf(heirs: readonly NamedHeir[], whole: View): Map<View, JsonSchema> {
  const name = discriminatorOf(whole);
  return new Map(
    heirs.flatMap(({ view, values }) =>
      name === undefined || values.length === 0
        ? []
        : [[view, { type: "object", properties: { [name]: { enum: values } }, required: [name] }]],
    ),
  );
}

/** By their values, those that only their own names name, of which the other side has a counterpart. */
export function impliedBy(heirs: readonly NamedHeir[], left: readonly View[]): Map<string, string> {
  const paired = heirs.filter(({ view, isImplied }) => isImplied && !left.includes(view));
  return new Map(paired.flatMap(({ view, values }) => values.map((value) => [value, view.origin])));
}

/** Two shapes that values name: what has a name is an object, and what only one side lists of names, the other says by its own. */
export function asNamed(pair: Both<View>, whole: Both<View>, sides: Both<Side>): Both<View> {
  const name = discriminatorOf(whole.base);
  const isOne = name !== undefined && name === discriminatorOf(whole.revision);
  const lists = (["base", "revision"] as const).filter(
    (side) => isOne && sides[side].read(pair[side].properties.get(name) ?? []).values !== undefined,
  );
  const named = (view: View): View => ({
    ...view,
    types: view.types.length > 1 ? view.types.filter((type) => type !== "null") : view.types,
    ...(lists.length === 1 && {
      properties: new Map([...view.properties].filter(([property]) => property !== name)),
    }),
  });
  return { base: named(pair.base), revision: named(pair.revision) };
}
