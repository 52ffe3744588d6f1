import type { Part } from "./part.ts";
import { hasNoEffect } from "./equality/has-no-effect.ts";
import { toSortedJson } from "./equality/json-text.ts";
import { getJsonType } from "../../contracts/index.ts";
import { appliesTo } from "./bounds/applies-to.ts";
import { isStructure } from "./parts.ts";
import { isAnnotation } from "./place.ts";
import { intersection, unionOfTypes } from "./types.ts";
import { type ListedAt, type View, isMarkedClosed } from "./view.ts";

type Values = NonNullable<View["values"]>;

/** Maximum number of types that are split. A view of more types is one of any type. */
const MAX_TYPES = 4;

const listing = new Set(["enum", "const", "x-extensible-enum"]);

/**
 * Merges views that only list values into one list, and views that only have a type into one view: `oneOf` of constants
 * is an enum.
 */
export function mergeLists(views: readonly View[]): View[] {
  const lists = views.filter(isListView);
  const typeOnly = views.filter(isTypeOnly);
  const others = views.filter((view) => !lists.includes(view) && !typeOnly.includes(view));
  const isChoice = views.length > 1;
  return [
    ...others,
    ...groupByConstraints(isChoice ? lists.map(asShape) : lists).flatMap(asOneList),
    ...merged(typeOnly.map(asInteger).toSorted(byKeywords)),
  ];
}

/** Constant in a union, which is open like an enum unless it is marked as closed. */
function asShape(view: View): View {
  return { ...view, isClosed: isMarkedView(view) };
}

function isMarkedView({ parts }: View): boolean {
  return parts.some(({ schema }) => isMarkedClosed(schema));
}

/** Splits a view of bare types if the other side has separate alternatives for some of them. */
export function splitMergedTypes(views: readonly View[], others: readonly View[]): readonly View[] {
  return views.flatMap((view) => (isTypeOnly(view) ? splitTypes(view, others) : [view]));
}

/** Checks that a view only has a type. */
export function isTypeOnly(view: Pick<View, "values" | "parts">): boolean {
  return view.values === undefined && constraintsText(view) === "";
}

function isListView({ values }: View): boolean {
  return values !== undefined && values.size > 0;
}

/**
 * Text of the constraints of a view, without its types and values. If it lists values, keywords for other types are
 * left out.
 */
function constraintsText({ parts, values }: Pick<View, "parts" | "values">): string {
  const listed = values && typesListed({ values });
  const texts = parts.flatMap((part) =>
    Object.entries(part.schema)
      .filter(([keyword, value]) => {
        const isPlain = isAnnotation(keyword) || isStructure(keyword) || hasNoEffect(keyword, value, part.schema);
        const isType = keyword === "type" || (keyword === "multipleOf" && isMultipleOfOne(part));
        return !isPlain && !isType && !listing.has(keyword) && (!listed || appliesTo(keyword, listed));
      })
      .map(([keyword, value]) => `${keyword} ${toSortedJson(value)}`),
  );
  return [...new Set(texts)].toSorted().join();
}

/** Replaces multiples of one by integers. */
function asInteger(view: View): View {
  if (!view.parts.some(isMultipleOfOne)) return view;
  return { ...view, types: view.types.map((type) => (type === "number" ? "integer" : type)) };
}

/** Order of views for merging: the first one represents all, so views without `multipleOf` come first. */
function byKeywords(one: View, other: View): number {
  return Number(one.parts.some(isMultipleOfOne)) - Number(other.parts.some(isMultipleOfOne));
}

function isMultipleOfOne({ schema }: Part): boolean {
  return schema["multipleOf"] === 1;
}

/** Merges views into one. A view with annotations of its own does not represent the others, if there is another one. */
function merged(views: readonly View[]): View[] {
  if (views.length < 2) return [...views];
  const annotatedViews = views.filter((view) => hasAnnotation(view, views));
  const [first] = [...views.filter((view) => !annotatedViews.includes(view)), ...annotatedViews] as [View];
  return [
    {
      ...first,
      key: views.map(({ key }) => key).join(" | "),
      schemas: [{ anyOf: views.map(({ schemas }) => ({ allOf: schemas })) }],
      types: views.map(({ types }) => types).reduce(unionOfTypes),
      listsAll: views.every(({ listsAll }) => listsAll),
      isClosed: views.every(isMarkedView),
      ...(annotatedViews.length > 0 && { listedAt: new Map(annotatedViews.flatMap(listValuePlaces)) }),
    },
  ];
}

/** Checks that a view is deprecated, or assumed where others are stated. */
function hasAnnotation({ parts, basis }: View, views: readonly View[]): boolean {
  const isDeprecated = parts.some(
    ({ schema }) =>
      schema["deprecated"] === true &&
      Object.keys(schema).some((keyword) => keyword === "type" || listing.has(keyword)),
  );
  return isDeprecated || (basis === "assumed" && views.some((view) => view.basis === "stated"));
}

function listValuePlaces({ values, valuesAt, types, typesAt, basis }: View): (readonly [string, ListedAt])[] {
  const [named, pointer] = values ? [[...values.keys()], valuesAt] : [types, typesAt];
  return named.map((name) => [name, { pointer, basis }] as const);
}

/** Groups lists with the same constraints. */
function groupByConstraints(lists: readonly View[]): (readonly View[])[] {
  return [...Map.groupBy(lists, constraintsText).values()];
}

function asOneList(views: readonly View[]): View[] {
  if (views.length < 2) return [...views];
  const values = new Map(views.flatMap(({ values: own = [] }) => [...own]));
  return merged(views.map(withoutOthers)).map((view) => replaceValues(view, values));
}

/** Removes keywords for types that the list does not contain, because they may apply to another list. */
function withoutOthers(view: View): View {
  const own = typesListed(view);
  const parts = view.parts.map((part) => {
    const kept = Object.entries(part.schema).filter(([keyword]) => appliesTo(keyword, own));
    return { ...part, schema: Object.fromEntries(kept) };
  });
  return { ...view, parts };
}

function typesListed({ values = new Map() }: Pick<View, "values">): Type[] {
  return [...new Set([...values.values()].map(getJsonType))];
}

/** View with other values. Its parts without the list identify it. */
function replaceValues(view: View, values: Values): View {
  const { valuesAt: pointer, basis, listsAll } = view;
  const list: Part = {
    key: `${pointer} ${[...values.keys()].join()}`,
    pointer,
    schema: { [listsAll ? "enum" : "x-extensible-enum"]: [...values.values()] },
    basis,
    unions: [],
  };
  return { ...view, parts: [...view.parts.map(withoutList), list], values };
}

function withoutList(part: Part): Part {
  const kept = Object.entries(part.schema).filter(([keyword]) => !listing.has(keyword));
  return { ...part, schema: Object.fromEntries(kept) };
}

/** Splits off types for which the other side has only views with more constraints. */
function splitTypes(view: View, others: readonly View[]): readonly View[] {
  const { types } = view;
  if (types.length < 2 || types.length > MAX_TYPES) return [view];
  const isAlone = (type: Type): boolean => {
    const sameType = others.filter((other) => includesType(other, type));
    return sameType.length > 0 && !sameType.some(isTypeOnly);
  };
  const groups = Map.groupBy(types, (type) => (isAlone(type) ? type : ""));
  if (groups.size === 1) return [view];
  return [...groups.values()].map((typeGroup) => ofTypes(view, typeGroup));
}

type Type = View["types"][number];

function ofTypes(view: View, types: readonly Type[]): View {
  const [only = "null", another] = types;
  const type = another ? types : only;
  return {
    ...view,
    key: `${view.key}:${types.join()}`,
    parts: view.parts.map((part) => ({ ...part, schema: { ...part.schema, type } })),
    types,
    schemas: [...view.schemas, { type }],
  };
}

function includesType({ types }: View, type: Type): boolean {
  return intersection(types, [type]).length > 0;
}
