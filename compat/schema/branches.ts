import type { DistinctiveConstant } from "../model/distinctive-constant.ts";
import { type Json, isObject } from "../../contracts/index.ts";
import { propertyStep } from "../model/wording.ts";
import { isCode } from "./bounds/codes.ts";
import { intersection } from "./types.ts";
import type { View } from "./view.ts";

export interface BranchPairs {
  readonly pairs: readonly (readonly [base: View, revision: View])[];
  readonly base: readonly View[];
  readonly revision: readonly View[];
}

/** Maximum number of pairs whose similarity is computed one by one. */
const MAX_WEIGHED = 40_000;

/**
 * Pairs the alternatives of two unions: first those with equal keys, by each kind of key in turn, then those of the
 * same component, then the most similar ones, and at last the remaining ones in order if their numbers are equal. In
 * very large unions, similarity means equal constants or equal property names.
 */
export function pairBranches(
  base: readonly View[],
  revision: readonly View[],
  ...keys: readonly { readonly base: ReadonlyMap<View, string>; readonly revision: ReadonlyMap<View, string> }[]
): BranchPairs {
  const fromBase = new Set(base);
  const fromRevision = new Set(revision);
  const pairs: [View, View][] = [];
  for (const key of keys) pairBy((view) => key.base.get(view) ?? key.revision.get(view));
  pairBy(nameViewComponent);
  if (fromBase.size * fromRevision.size > MAX_WEIGHED) {
    pairBy(readConstants);
    pairBy(joinViewNames);
  }
  if (fromBase.size * fromRevision.size <= MAX_WEIGHED) {
    for (const [one, other] of bySimilarity([...fromBase], [...fromRevision])) pair(one, other);
  }
  const remaining = fromBase.size === fromRevision.size ? [...fromRevision] : [];
  [...fromBase].forEach((one, index) => {
    const other = remaining[index];
    if (other && similarity(one, other) >= 0) pair(one, other);
  });
  const order = new Map(base.map((view, index) => [view, index]));
  return {
    pairs: pairs.toSorted(([one], [other]) => (order.get(one) ?? 0) - (order.get(other) ?? 0)),
    base: [...fromBase],
    revision: [...fromRevision],
  };

  /** Pairs the views with the same key in order. */
  function pairBy(keyOf: (view: View) => string | undefined): void {
    const open = Map.groupBy(fromRevision, keyOf);
    // Paired views leave the set.
    for (const one of Array.from(fromBase)) {
      const key = keyOf(one);
      const other = key === undefined ? undefined : open.get(key)?.shift();
      if (other) pair(one, other);
    }
  }

  function pair(one: View, other: View): void {
    if (!fromBase.delete(one)) return;
    if (fromRevision.delete(other)) pairs.push([one, other]);
    else fromBase.add(one);
  }
}

/**
 * Pairs the subtypes of a component: first by the value of the discriminator, then by their own constraints, because
 * all have much in common.
 */
export function pairSubtypes(
  base: readonly View[],
  revision: readonly View[],
  ...keys: readonly { readonly base: ReadonlyMap<View, string>; readonly revision: ReadonlyMap<View, string> }[]
): BranchPairs {
  const remaining = new Set(revision);
  const found = new Map<View, View>();
  for (const { base: fromBase, revision: fromRevision } of keys) {
    for (const one of base) {
      const key = found.has(one) ? undefined : fromBase.get(one);
      const other = key === undefined ? undefined : remaining.values().find((view) => fromRevision.get(view) === key);
      if (other && remaining.delete(other)) found.set(one, other);
    }
  }
  return { pairs: [...found], base: base.filter((one) => !found.has(one)), revision: [...remaining] };
}

/** Pairs with any similarity, the most similar first. */
function bySimilarity(base: readonly View[], revision: readonly View[]): [View, View][] {
  return base
    .flatMap((one) => revision.map((other): [View, View, number] => [one, other, similarity(one, other)]))
    .filter(([, , score]) => score > 0)
    .toSorted(([, , one], [, , other]) => other - one)
    .map(([one, other]) => [one, other]);
}

/**
 * Similarity from 0 to about 2: the share of common property names, and equal constants. Negative if constants differ
 * or the values have no common type.
 */
function similarity(one: View, other: View): number {
  if (intersection(one.types, other.types).length === 0) return -1;
  const names = new Set([...one.properties.keys(), ...other.properties.keys()]);
  if (names.size === 0) return valueSimilarity(one, other);
  const common = [...names].filter((name) => one.properties.has(name) && other.properties.has(name));
  const marks = common
    .map((name) => [readConstant(one, name), readConstant(other, name)])
    .filter((pair) => !pair.includes(""));
  if (marks.some(([ownMark, otherMark]) => ownMark !== otherMark)) return -1;
  if (common.length === 0) return 0;
  return (common.length / names.size) * (marks.length > 0 ? 2 : 1) + 0.01 * requiredSimilarity(one, other);
}

/** Share of the names that both require. It decides only between equally similar views. */
function requiredSimilarity({ required }: View, { required: others }: View): number {
  const all = new Set([...required.keys(), ...others.keys()]);
  const common = required.keys().filter((name) => others.has(name));
  if (all.size === 0) return 1;
  return [...common].length / all.size;
}

/** Similarity of listed values, from 1 to 2. Less than 1 if only one view lists values. */
function valueSimilarity({ values }: View, { values: others }: View): number {
  if (!values || !others) return values || others ? 0.5 : 1;
  const common = [...values.keys()].filter((text) => others.has(text)).length;
  return 1 + common / (values.size + others.size - common);
}

/** Constant of a property, as JSON text. Empty without a constant. */
function readConstant({ properties }: View, name: string): string {
  const schema = properties.get(name)?.[0]?.schema;
  if (schema === undefined || !isObject(schema as Json)) return "";
  const { const: constant, enum: values } = schema as Readonly<Record<string, Json>>;
  if (constant !== undefined) return JSON.stringify(constant);
  if (Array.isArray(values) && values.length === 1) return JSON.stringify(values[0]);
  return "";
}

/** Constants of a view's properties, with their types. */
function readConstants(view: View): string | undefined {
  const marks = [...view.properties.keys()]
    .map((name) => [name, readConstant(view, name)])
    .filter(([, mark]) => mark !== "");
  if (marks.length === 0) return undefined;
  return `${view.types.join()} ${JSON.stringify(marks.toSorted())}`;
}

/** Constant of a property that no other view accepts there. */
export function uniqueConstant(view: View, others: readonly View[]): DistinctiveConstant | undefined {
  for (const [name, [place]] of view.properties) {
    const text = readConstant(view, name);
    const value: Json = text === "" ? null : (JSON.parse(text) as Json);
    if (!place || !isCode(value) || others.some((other) => acceptsListedValue(other, name, value))) continue;
    const isAll = others.some((other) => joinViewNames(other) === joinViewNames(view));
    return { step: propertyStep(name), value, at: place.pointer, isAll };
  }
  return undefined;
}

/** Checks that a property may have a value, by its listed values. */
function acceptsListedValue({ properties }: View, name: string, value: Json): boolean {
  const schema = properties.get(name)?.[0]?.schema as Json | undefined;
  if (schema === undefined) return false;
  if (!isObject(schema)) return schema === true;
  const { const: constant, enum: values = constant === undefined ? undefined : [constant] } = schema;
  return !Array.isArray(values) || values.includes(value);
}

function joinViewNames({ properties, types }: View): string | undefined {
  if (properties.size === 0) return undefined;
  return `${types.join()} ${JSON.stringify([...properties.keys()].toSorted())}`;
}

/** Name of the component that a view was chosen by. */
function nameViewComponent({ origin }: View): string | undefined {
  return /^\/components\/schemas\/([^/]+)$/.exec(origin)?.[1];
}
