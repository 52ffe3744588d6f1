import { textOf } from "./json-text.ts";
import { createHash } from "node:crypto";
import type { JsonType } from "../../../contracts/index.ts";
import { unionOfTypes } from "../types.ts";

/** Constraints of one alternative, as texts. */
export interface ShapeText {
  readonly types: readonly JsonType[];
  /** Listed values without null. */
  readonly values: readonly string[] | null;
  /** True if the list may grow. */
  readonly mayGrow: boolean;
  readonly properties: ReadonlyMap<string, ValueText>;
  readonly required: readonly string[];
  readonly inner: ReadonlyMap<string, ValueText>;
  readonly isSealed: boolean;
  readonly constraintTexts: readonly string[];
}

/** Text of the alternatives of a value. */
export interface ValueText {
  readonly text: string;
  /** The alternative, if it only lists values. */
  readonly list?: ShapeText;
  readonly isNullable: boolean;
}

/**
 * Maximum length of a nested text. Longer ones are replaced by their hash, because each level would contain all texts
 * below it several times.
 */
const LONGEST = 500;

function brief(text: string): string {
  return text.length <= LONGEST ? text : createHash("sha256").update(text).digest("base64");
}

/** Text of the alternatives of a value, and null. */
export function textOfValue(shapes: readonly ShapeText[], isNullable: boolean): ValueText {
  const [only, another] = shapes;
  const texts = new Set(shapes.map(textOfShape));
  return {
    text: brief(`${[...texts].toSorted().join("|")}${isNullable ? "?" : ""}`),
    ...(only && !another && isList(only) && { list: only }),
    isNullable,
  };
}

/**
 * Normalizes alternatives of an `anyOf`: those that differ only in the values of one property are merged, and those
 * that another one includes are removed.
 */
export function inOneForm(shapes: readonly ShapeText[]): readonly ShapeText[] {
  let now = distinct(shapes);
  for (let next = foldedOnce(now); next.length < now.length; next = foldedOnce(now)) now = next;
  // Only alternatives with the same members can include each other.
  const groups = Map.groupBy(now, ({ properties, inner, isSealed, mayGrow }) =>
    textOf([entriesOf(properties), entriesOf(inner), isSealed, mayGrow]),
  );
  return [...groups.values()].flatMap((group) =>
    group.filter((one) => !group.some((other) => other !== one && isPart(one, other))),
  );
}

function textOfShape({
  types,
  values,
  mayGrow,
  properties,
  required,
  inner,
  isSealed,
  constraintTexts,
}: ShapeText): string {
  // True and false are all values of a boolean.
  const isAll = values?.join() === "false,true";
  return textOf([
    [...types],
    isAll || !values ? null : [...values],
    mayGrow,
    entriesOf(properties),
    [...required],
    entriesOf(inner),
    isSealed,
    [...constraintTexts],
  ]);
}

function entriesOf(members: ReadonlyMap<string, ValueText>): string[][] {
  return [...members]
    .map(([name, { text }]) => [name, text])
    .toSorted(([one = ""], [other = ""]) => (one < other ? -1 : 1));
}

function distinct(shapes: readonly ShapeText[]): readonly ShapeText[] {
  return [...new Map(shapes.map((shape) => [textOfShape(shape), shape])).values()];
}

function foldedOnce(shapes: readonly ShapeText[]): readonly ShapeText[] {
  if (shapes.length === 1) return shapes;
  const names = new Set(shapes.flatMap(({ properties }) => [...properties.keys()]));
  for (const name of [...names].toSorted()) {
    const groups = Map.groupBy(shapes, (shape) => textBeside(name, shape) ?? shape);
    if (groups.size < shapes.length) return [...groups.values()].map((group) => foldedOn(name, group));
  }
  return shapes;
}

/** Text of an alternative without the values of a property. Undefined if it has other constraints on that property. */
function textBeside(name: string, { properties, ...shape }: ShapeText): string | undefined {
  const others = new Map([...properties].filter(([other]) => other !== name));
  return properties.get(name)?.list && textOfShape({ ...shape, properties: others });
}

function foldedOn(name: string, group: readonly ShapeText[]): ShapeText {
  const [first] = group as readonly [ShapeText];
  const lists = group.flatMap(({ properties }) => properties.get(name) ?? []);
  const all = lists.flatMap(({ list }) => list ?? []);
  if (group.length === 1 || all.length < group.length) return first;
  const list = textOfValue(
    [all.reduce(joined)],
    lists.some(({ isNullable }) => isNullable),
  );
  return { ...first, properties: new Map([...first.properties, [name, list]]) };
}

function joined(one: ShapeText, other: ShapeText): ShapeText {
  const values = [...new Set([...(one.values ?? []), ...(other.values ?? [])])].toSorted();
  return { ...one, types: unionOfTypes(one.types, other.types), values };
}

function isList({ values, mayGrow, properties, required, inner, isSealed, constraintTexts }: ShapeText): boolean {
  const isMore = properties.size + inner.size + required.length + constraintTexts.length > 0;
  return values !== null && !mayGrow && !isMore && !isSealed;
}

/** Checks that one alternative has all constraints of another with the same members, and more. */
function isPart(one: ShapeText, other: ShapeText): boolean {
  const isAbout = (text: string): boolean => text.startsWith("unevaluated");
  const isMore = (own: readonly string[], otherTexts: readonly string[]): boolean =>
    otherTexts.every((text) => own.includes(text));
  return (
    isMore(other.types, one.types) &&
    (other.values === null || (one.values !== null && isMore(other.values, one.values))) &&
    isMore(one.required, other.required) &&
    isMore(one.constraintTexts, other.constraintTexts) &&
    !one.constraintTexts.some(isAbout)
  );
}
