import type { JsonObject, JsonSchema } from "../../contracts/index.ts";
import { type Side, computeViewKeys } from "../schema/keys.ts";
import { convertOneOf } from "../schema/equality/convert-one-of.ts";
import { isNarrower } from "../schema/bounds/narrower.ts";
import { type Place, isAnnotation } from "../schema/place.ts";
import { findDiscriminator } from "../pairing/nodes/union-node.ts";
import type { View } from "../schema/view.ts";

/** Maximum number of shapes that are combined. */
const MOST = 20;

/**
 * Combines the shapes of a union into one object, if the single object of the other side declares all their properties.
 * The combined object has every property of any shape, and requires the properties that all shapes require. It loses the
 * information which properties occur together.
 */
export function combinedObject(
  views: readonly View[],
  { whole, object, side }: { readonly whole: View; readonly object: View; readonly side: Side },
): View | undefined {
  const [first, second] = views;
  if (!first || !second || views.length > MOST || findDiscriminator(whole) !== undefined) return undefined;
  if (!views.every((view) => isPartOfObject(view, object)) || findDiscriminator(object) !== undefined) return undefined;
  const texts = new Map<string, string>();
  const properties = new Map<string, readonly Place[]>();
  for (const view of views) {
    for (const [name, places] of view.properties) {
      const text = textOfPlaces(places, side);
      if ((texts.get(name) ?? text) !== text) return undefined;
      if (!texts.has(name)) properties.set(name, places);
      texts.set(name, text);
    }
  }
  if (new Set(views.map((view) => constraintText(view, side))).size > 1) return undefined;
  return {
    ...first,
    key: views.map(({ key }) => key).join(" & "),
    pointer: whole.pointer,
    origin: whole.origin,
    schemas: whole.schemas,
    properties,
    required: new Map([...first.required].filter(([name]) => views.every(({ required }) => required.has(name)))),
  };
}

/** Schemas that remain to compare after an object was compared with all of its shapes together. */
interface RemainingSchemas {
  /** Schemas of the object, with the constraints of all shapes together. */
  readonly object: readonly JsonSchema[];
  /** Schemas of the shapes, without the constraint that only one may match. */
  readonly shapes: readonly JsonSchema[];
}

/** Returns the remaining schemas; undefined if every value of the object matches a shape. */
export function remainingSchemas(
  [object, ownSide]: readonly [View, Side],
  [all, other]: readonly [View, Side],
): RemainingSchemas | undefined {
  const differing = [...all.properties].filter(([name, places]) => {
    const objectPlaces = object.properties.get(name);
    return !objectPlaces || ownSide.normal.ofPlaces(objectPlaces) !== other.normal.ofPlaces(places);
  });
  const combined: JsonSchema = {
    required: [...all.required.keys()],
    properties: Object.fromEntries(
      differing.map(([name, places]) => [
        name,
        { allOf: places.map(({ schema }) => other.normal.inlineReferences(schema)) },
      ]),
    ),
  };
  const schemas = [...object.schemas, combined];
  const whole = { places: schemas.map(placeOfSchema), normal: ownSide.normal };
  const shapes = all.schemas.map((schema) => convertOneOf(other.contract, schema));
  if (isNarrower(whole, { places: shapes.map(placeOfSchema), normal: other.normal })) return undefined;
  return { object: schemas, shapes };
}

/** Checks that a shape has properties, and that the object declares all of them. */
function isPartOfObject({ properties, unresolved, named, basis }: View, object: View): boolean {
  return (
    unresolved.length === 0 &&
    named === undefined &&
    basis === object.basis &&
    properties.size > 0 &&
    properties.keys().every((name) => object.properties.has(name))
  );
}

/** Text of a view's constraints other than `properties` and `required`. */
function constraintText(view: View, side: Side): string {
  const { types, isSealed, values, inner } = view;
  const members = [...inner].map(([step, places]) => `${step} ${textOfPlaces(places, side)}`).toSorted();
  return JSON.stringify([
    types,
    isSealed,
    values ? [...values.keys()] : null,
    members,
    side.normal.constraintTexts(view),
  ]);
}

/** Text of the schemas at several places, through references, with their annotations. */
function textOfPlaces(places: readonly Place[], side: Side): string {
  const view = side.read(places);
  const parts = view.parts.map((part) => ({ ...part, schema: asList(part.schema) }));
  const notes = places.map(({ schema }) => (typeof schema === "boolean" ? schema : pickNotes(schema)));
  return [...computeViewKeys([{ ...view, parts }], side).values(), ...notes.map(side.digest)].join();
}

function pickNotes(schema: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => isAnnotation(keyword)));
}

/** Replaces a constant by an enum with one value. */
function asList(schema: JsonObject): JsonObject {
  if (schema["const"] === undefined || schema["enum"] !== undefined) return schema;
  const { const: constant, ...rest } = schema;
  return { ...rest, enum: [constant] };
}

function placeOfSchema(schema: JsonSchema): Place {
  return { pointer: "", schema, basis: "stated" };
}
