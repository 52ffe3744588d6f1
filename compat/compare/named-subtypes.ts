import type { Part } from "../schema/part.ts";
import type { Both } from "../model/pair.ts";
import { type JsonSchema, isObject, referenceTo } from "../../contracts/index.ts";
import { expandFirstUnion } from "../schema/alternatives.ts";
import { subtypePlaces } from "../schema/subtypes.ts";
import type { Side } from "../schema/keys.ts";
import {
  discriminatedName,
  componentName,
  findDiscriminator,
  listDiscriminators,
  listMappingEntries,
} from "../pairing/nodes/union-node.ts";
import type { View } from "../schema/view.ts";

/** A subtype of a schema, or a shape of a union, with the discriminator values that name it. */
export interface NamedSubtype {
  readonly view: View;
  readonly values: readonly string[];
  /** True if the values come from the component's name and not from a mapping. */
  readonly isImplied: boolean;
}

/** Subtypes of a schema on one side. */
export function listNamedSubtypes({ contract, read }: Side, whole: View): NamedSubtype[] {
  const naming = { name: findDiscriminator(whole) ?? "", mapped: listMappingEntries(whole), read };
  return subtypePlaces(contract, whole).map(({ pointer, value, place }) =>
    // A component that is only a reference is named by its own name.
    namedSubtype({ ...read([place]), origin: pointer }, { ...naming, own: value }),
  );
}

/** Shapes of a union, for comparison with subtypes on the other side; empty unless values identify each shape. */
export function listedSubtypes({ contract, read }: Side, whole: View, name: string): NamedSubtype[] {
  const union = whole.parts.find(({ unions }) => unions.length > 0);
  const discriminator = findDiscriminator(whole);
  if (!union || (discriminator !== undefined && union.schema["discriminator"] === undefined)) return [];
  const shapes = expandFirstUnion(contract, whole).filter(({ types }) => types.join() !== "null");
  const named = shapes.map((view) => {
    const own = discriminator === undefined ? undefined : componentName(discriminatedName(view));
    return namedSubtype(view, { name: discriminator ?? name, mapped: listMappingEntries(whole), read, own });
  });
  const values = named.flatMap((shape) => shape.values);
  const areDistinct = new Set(values).size === values.length && named.every((shape) => shape.values.length > 0);
  return areDistinct ? named : [];
}

/** The schema with subtypes itself, as a shape of its own, if it has values that name no subtype. */
export function ownShape(
  { read }: Side,
  whole: View,
  subtypes: readonly NamedSubtype[],
  others: readonly NamedSubtype[],
): NamedSubtype[] {
  const own = componentName(whole.origin) ?? "";
  const mapped = listMappingEntries(whole).flatMap(([value, target]) =>
    target === referenceTo(whole.origin) ? [value] : [],
  );
  const listed = read(whole.properties.get(findDiscriminator(whole) ?? "") ?? []).values?.values() ?? [];
  const isListed = others.some(({ values }) => values.includes(own));
  const known = new Set([...mapped, ...[...listed].map(String), ...(isListed ? [own] : [])]);
  const values = [...known].filter((value) => !subtypes.some((subtype) => subtype.values.includes(value)));
  if (values.length === 0) return [];
  return [{ view: whole, values, isImplied: true }];
}

interface Naming {
  /** Name of the discriminator property. */
  readonly name: string;
  readonly mapped: readonly (readonly [value: string, target: unknown])[];
  readonly read: Side["read"];
  /** Discriminator value without a mapping: the component's name. */
  readonly own: string | undefined;
}

function namedSubtype(view: View, { name, mapped, read, own }: Naming): NamedSubtype {
  const named = mapped.filter(([, target]) => target === referenceTo(discriminatedName(view))).map(([one]) => one);
  if (named.length > 0) return { view, values: named, isImplied: false };
  const listed = read(view.properties.get(name) ?? []).values;
  // If the schema lists its own values, its name is not one of them.
  const isOther = listed !== undefined && (own === undefined || !listed.has(JSON.stringify(own)));
  if (isOther) return { view, values: [...listed.values()].map(String), isImplied: false };
  return { view, values: own === undefined ? [] : [own], isImplied: own !== undefined };
}

/** Normalized text of each view's own schema. */
export function normalTexts(views: readonly View[], { normal }: Side): Map<View, string> {
  return new Map(views.map((view) => [view, normal.ofSchema(view.schemas.at(-1) ?? true)]));
}

/** Discriminator name of each view. */
export function discriminatorNames(views: readonly View[]): Map<View, string> {
  return new Map(views.map((view) => [view, discriminatedName(view)]));
}

/** Naming values of each subtype, as one text. */
export function joinNamingValues(subtypes: readonly NamedSubtype[]): Map<View, string> {
  return new Map(
    subtypes.flatMap(({ view, values }) => (values.length === 0 ? [] : [[view, JSON.stringify(values.toSorted())]])),
  );
}

/** Naming values of each subtype, by their JSON. */
export function namingValues(subtypes: readonly NamedSubtype[]): Map<View, ReadonlyMap<string, string>> {
  return new Map(subtypes.map(({ view, values }) => [view, new Map(values.map((one) => [JSON.stringify(one), one]))]));
}

/** Schema of the objects whose discriminator names each subtype. */
export function tagSchemas(subtypes: readonly NamedSubtype[], whole: View): Map<View, JsonSchema> {
  const name = findDiscriminator(whole);
  return new Map(
    subtypes.flatMap(({ view, values }) => {
      if (name === undefined || values.length === 0) return [];
      return [[view, { type: "object", properties: { [name]: { enum: values } }, required: [name] }]];
    }),
  );
}

/** Component names by value, for paired subtypes that only their own name identifies. */
export function impliedNames(subtypes: readonly NamedSubtype[], unpaired: readonly View[]): Map<string, string> {
  const paired = subtypes.filter(({ view, isImplied }) => isImplied && !unpaired.includes(view));
  return new Map(paired.flatMap(({ view, values }) => values.map((value) => [value, discriminatedName(view)])));
}

/**
 * Prepares two named shapes for comparison. A named value is an object, so null is removed. Names that only one side
 * declares in the shape are removed, because the other side declares them in the whole. If a union lists the shapes on one
 * side only (`isListed`), names are compared separately.
 */
export function namedShapePair(
  pair: Both<View>,
  whole: Both<View>,
  { sides, isListed }: { readonly sides: Both<Side>; readonly isListed: boolean },
): Both<View> {
  const names = listDiscriminators(whole);
  const [name = "", another] = names;
  const isOnOneSide = (isDeclared: (side: "base" | "revision") => boolean): boolean =>
    isListed || isDeclared("base") !== isDeclared("revision");
  const hasOwnValues = isOnOneSide(
    (side) => sides[side].read(pair[side].properties.get(name) ?? []).values !== undefined,
  );
  const hasOwnDiscriminator = isOnOneSide((side) => findDiscriminator(pair[side]) !== undefined);
  const named = (view: View): View => ({
    ...view,
    types: view.types.length > 1 ? view.types.filter((type) => type !== "null") : view.types,
    ...(another === undefined && hasOwnValues && { properties: withoutKey(view.properties, name) }),
    ...(hasOwnDiscriminator && { parts: view.parts.map((part) => withoutDiscriminator(part, names)) }),
  });
  return { base: named(pair.base), revision: named(pair.revision) };
}

function withoutKey<Value>(map: ReadonlyMap<string, Value>, key: string): Map<string, Value> {
  return new Map([...map].filter(([one]) => one !== key));
}

function withoutDiscriminator(part: Part, names: readonly string[]): Part {
  const { discriminator, ...schema } = part.schema;
  const isOfWhole = isObject(discriminator) && names.includes(String(discriminator["propertyName"]));
  return isOfWhole ? { ...part, schema } : part;
}
