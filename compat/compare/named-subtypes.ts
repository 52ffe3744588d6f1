import type { Part } from "../schema/part.ts";
import type { Both } from "../model/pair.ts";
import { type JsonSchema, isObject, referenceTo } from "../../contracts/index.ts";
import { branchesIn } from "../schema/alternatives.ts";
import { subtypePlaces } from "../schema/subtypes.ts";
import type { Side } from "../schema/keys.ts";
import {
  discriminatedName,
  componentName,
  discriminatorOf,
  discriminatorsOf,
  mappingOf,
} from "../pairing/nodes/union-node.ts";
import type { View } from "../schema/view.ts";

/** A component that builds on a schema, or a shape of a union that lists such ones, and the values that name it. */
export interface NamedHeir {
  readonly view: View;
  readonly values: readonly string[];
  /** Whether no mapping says so. */
  readonly isImplied: boolean;
}

/** The components that build on a schema, as one side has them. */
export function heirsIn({ contract, read }: Side, whole: View): NamedHeir[] {
  const naming = { name: discriminatorOf(whole) ?? "", mapped: mappingOf(whole), read };
  return subtypePlaces(contract, whole).map(({ pointer, value, place }) =>
    // A component that only refers to another one is told by its own name.
    namedBy({ ...read([place]), origin: pointer }, { ...naming, own: value }),
  );
}

/** The shapes of a union, as those that build on a schema of the other side; none where values do not tell all of them apart. */
export function listedIn({ contract, read }: Side, whole: View, name: string): NamedHeir[] {
  const union = whole.parts.find(({ unions }) => unions.length > 0);
  const discriminator = discriminatorOf(whole);
  if (!union || (discriminator !== undefined && union.schema["discriminator"] === undefined)) return [];
  const shapes = branchesIn(contract, whole).filter(({ types }) => types.join() !== "null");
  const named = shapes.map((view) => {
    const own = discriminator === undefined ? undefined : componentName(discriminatedName(view));
    return namedBy(view, { name: discriminator ?? name, mapped: mappingOf(whole), read, own });
  });
  const values = named.flatMap((shape) => shape.values);
  const areTold = new Set(values).size === values.length && named.every((shape) => shape.values.length > 0);
  return areTold ? named : [];
}

/** A schema on which others build, where values of it name none of them: a shape beside them. */
export function itselfIn(
  { read }: Side,
  whole: View,
  heirs: readonly NamedHeir[],
  others: readonly NamedHeir[],
): NamedHeir[] {
  const own = componentName(whole.origin) ?? "";
  const mapped = mappingOf(whole).flatMap(([value, target]) => (target === referenceTo(whole.origin) ? [value] : []));
  const listed = read(whole.properties.get(discriminatorOf(whole) ?? "") ?? []).values?.values() ?? [];
  const isListed = others.some(({ values }) => values.includes(own));
  const said = new Set([...mapped, ...[...listed].map(String), ...(isListed ? [own] : [])]);
  const values = [...said].filter((value) => !heirs.some((heir) => heir.values.includes(value)));
  return values.length === 0 ? [] : [{ view: whole, values, isImplied: true }];
}

interface Naming {
  /** The property whose values name shapes. */
  readonly name: string;
  readonly mapped: readonly (readonly [value: string, target: unknown])[];
  readonly read: Side["read"];
  /** What names it where nothing else is said. */
  readonly own: string | undefined;
}

function namedBy(view: View, { name, mapped, read, own }: Naming): NamedHeir {
  const named = mapped.filter(([, target]) => target === referenceTo(discriminatedName(view))).map(([one]) => one);
  if (named.length > 0) return { view, values: named, isImplied: false };
  const listed = read(view.properties.get(name) ?? []).values;
  // Where it says itself which values it has, its name is none of them.
  const isOther = listed !== undefined && (own === undefined || !listed.has(JSON.stringify(own)));
  if (isOther) return { view, values: [...listed.values()].map(String), isImplied: false };
  return { view, values: own === undefined ? [] : [own], isImplied: own !== undefined };
}

/** What each says, however it says it. */
export function saidBy(views: readonly View[], { normal }: Side): Map<View, string> {
  return new Map(views.map((view) => [view, normal.ofSchema(view.schemas.at(-1) ?? true)]));
}

/** What a discriminator calls each by. */
export function calledBy(views: readonly View[]): Map<View, string> {
  return new Map(views.map((view) => [view, discriminatedName(view)]));
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
  return new Map(paired.flatMap(({ view, values }) => values.map((value) => [value, discriminatedName(view)])));
}

/**
 * Two shapes that values name: what has a name is an object. What only one of them says of names, the whole says of the
 * other one; where a union lists the shapes on one side only (`isListed`), names are told of by themselves.
 */
export function asNamed(
  pair: Both<View>,
  whole: Both<View>,
  { sides, isListed }: { readonly sides: Both<Side>; readonly isListed: boolean },
): Both<View> {
  const names = discriminatorsOf(whole);
  const [name = "", another] = names;
  const isSaidAlone = (says: (side: "base" | "revision") => boolean): boolean =>
    isListed || says("base") !== says("revision");
  const isListedAlone = isSaidAlone(
    (side) => sides[side].read(pair[side].properties.get(name) ?? []).values !== undefined,
  );
  const isToldAlone = isSaidAlone((side) => discriminatorOf(pair[side]) !== undefined);
  const named = (view: View): View => ({
    ...view,
    types: view.types.length > 1 ? view.types.filter((type) => type !== "null") : view.types,
    ...(another === undefined && isListedAlone && { properties: withoutKey(view.properties, name) }),
    ...(isToldAlone && { parts: view.parts.map((part) => withoutDiscriminator(part, names)) }),
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
