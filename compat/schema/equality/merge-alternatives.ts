import { hasNoEffect } from "./has-no-effect.ts";
import type { JsonObject, JsonSchema } from "../../../contracts/index.ts";
import { type Side, keysOf } from "../keys.ts";
import { isStructure } from "../parts.ts";
import { type Place, isAnnotation } from "../place.ts";
import type { Read } from "../reader.ts";
import type { View } from "../view.ts";

/** Maximum number of lists that are searched for in other alternatives. */
const MOST_LISTS = 50;

/** Keywords of a schema that only lists the values of a property. */
const listing = new Set(["type", "enum", "const"]);

/**
 * Merges alternatives that differ only in the values of one property: `oneOf` of constants, one level above. Undefined
 * if they differ in more.
 */
export function mergeAlternatives(views: readonly View[], side: Side): View | undefined {
  const [first] = views;
  if (!first || views.length < 2) return undefined;
  for (const name of first.properties.keys()) {
    if (!views.every(({ properties }) => listedIn(properties.get(name), side.read))) continue;
    const rest = new Set(views.map((view) => textWithout(name, view, side)));
    if (rest.size === 1) return joined(name, views, side.read);
  }
  return undefined;
}

/** Merges those alternatives whose values the other side lists in a single alternative. */
export function mergeAlternativesBeside(
  views: readonly View[],
  side: Side,
  others: readonly View[],
  { read }: Side,
): readonly View[] {
  let now = views;
  const lists = others.flatMap(({ properties }) =>
    [...properties].flatMap(([name, places]) => {
      const values = listedIn(places, read);
      return values && values.size > 1 ? [[name, values] as const] : [];
    }),
  );
  for (const [name, values] of lists.slice(0, MOST_LISTS)) {
    const candidates = now.filter(({ properties }) => {
      const own = listedIn(properties.get(name), side.read);
      return own !== undefined && own.size < values.size && own.keys().every((text) => values.has(text));
    });
    // Alternatives with different names for a discriminator are different, even with equal constraints.
    const textOf = (view: View): string => `${view.named} ${textWithout(name, view, side)}`;
    const groups = candidates.length < 2 ? [] : [...Map.groupBy(candidates, textOf).values()];
    for (const group of groups.filter(({ length }) => length > 1)) {
      now = [...now.filter((view) => !group.includes(view)), joined(name, group, side.read)];
    }
  }
  return now;
}

/** Merges views that differ in the values of a property. */
function joined(name: string, views: readonly View[], read: Read): View {
  const [first] = views as readonly [View];
  const [place] = first.properties.get(name) as readonly [Place];
  const values = new Map(views.flatMap(({ properties }) => [...(listedIn(properties.get(name), read) ?? [])]));
  // The pointer is new, because the schema at the property lists fewer values.
  const pointer = `${place.pointer}/enum/${encodeURIComponent([...values.keys()].join())}`;
  const schema: JsonSchema = { enum: [...values.values()] };
  const part = { key: pointer, pointer, schema: { properties: { [name]: schema } }, basis: place.basis, unions: [] };
  return {
    ...first,
    key: views.map(({ key }) => key).join(" | "),
    parts: [...first.parts, part],
    schemas: [{ anyOf: views.map(({ schemas }) => ({ allOf: schemas })) }],
    properties: new Map([...first.properties, [name, [{ ...place, pointer, schema }]]]),
  };
}

/** Text of a view without one property. */
function textWithout(name: string, view: View, side: Side): string {
  const members = (entries: readonly (readonly [string, readonly Place[]])[]) =>
    entries.map(([key, places]) => `${key} ${textOfPlaces(places, side)}`).toSorted();
  const others = [...view.properties].filter(([key]) => key !== name);
  const { types, required, isSealed, values } = view;
  const own = [types, [...required.keys()].toSorted(), isSealed, values ? [...values.keys()] : null];
  return JSON.stringify([own, members(others), members([...view.inner]), side.normal.constraintTexts(view)]);
}

/** Text of the schemas at several places, through references, with their annotations. */
export function textOfPlaces(places: readonly Place[], side: Side): string {
  const view = side.read(places);
  const parts = view.parts.map((part) => ({ ...part, schema: asList(part.schema) }));
  const notes = places.map(({ schema }) => (typeof schema === "boolean" ? schema : notesOf(schema)));
  return [...keysOf([{ ...view, parts }], side).values(), ...notes.map(side.digest)].join();
}

function notesOf(schema: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => isAnnotation(keyword)));
}

/** Replaces a constant by an enum with one value. */
function asList(schema: JsonObject): JsonObject {
  if (schema["const"] === undefined || schema["enum"] !== undefined) return schema;
  const { const: constant, ...rest } = schema;
  return { ...rest, enum: [constant] };
}

function listedIn(places: readonly Place[] | undefined, read: Read): View["values"] {
  const view = places && read(places);
  const isList = view?.parts.every(
    ({ schema, unions }) =>
      unions.length === 0 &&
      Object.entries(schema).every(
        ([keyword, value]) =>
          listing.has(keyword) || isAnnotation(keyword) || isStructure(keyword) || hasNoEffect(keyword, value, schema),
      ),
  );
  return isList ? view?.values : undefined;
}
