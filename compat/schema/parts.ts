import { steady } from "./equality/steady.ts";
import type { Union, Part } from "./part.ts";
import { compareText } from "../model/compare-text.ts";
import { textOf } from "./equality/json-text.ts";
import {
  type Contract,
  type Json,
  type JsonObject,
  type JsonSchema,
  hasMarkers,
  isObject,
} from "../../contracts/index.ts";
import { type Place, follow, isAnnotation, isSaid, maybePlace, ownBasisOf, placesIn } from "./place.ts";
import { nothing, spelled } from "./equality/spelling.ts";
import { isNull, typesOfPart } from "./types.ts";

/** Whether a `oneOf` refuses null, as it lets it in twice: found once for each. */
const nullTwice = new WeakMap<Contract, WeakMap<object, boolean>>();

/**
 * The parts that all judge the same value: the schema's own keywords, those behind its `$ref`, those
 * of allOf, and those of a union that has one alternative only (or one beside null).
 */
export function partsAt(contract: Contract, places: readonly Place[], orNull?: string): Part[] {
  const parts = new Map<string, Part>();
  const visited = new Set<string>();
  const open = places.map((place) => ({ place, orNull })).toReversed();
  for (let next = open.pop(); next; next = open.pop()) open.push(...collect(next.place, next.orNull).toReversed());
  return withoutSame([...parts.values()]);

  /** Notes the part at a place, and says where to read on. */
  function collect(place: Place, wrapper: string | undefined): { place: Place; orNull: string | undefined }[] {
    const { pointer, basis } = place;
    const key = `${pointer}${wrapper === undefined ? "" : "?"}${basis === "assumed" ? "!" : ""}`;
    if (place.schema === true || visited.has(key)) return [];
    visited.add(key);
    const whole = place.schema === false ? nothing : place.schema;
    const { schema, also: others, written } = spelled(contract, whole, piecesOf);
    const all = unionsOf(place, schema);
    const single = all.filter(
      (union) =>
        withoutNull(union.branches).length <= 1 &&
        schema["discriminator"] === undefined &&
        !isNullTwice(contract, union, schema),
    );
    const unions = all.filter((union) => !single.includes(union));
    const part = {
      key,
      pointer,
      schema,
      basis,
      ...(written && { written }),
      ...(wrapper !== undefined && { orNull: wrapper }),
      unions,
    };
    if (saysSomething(part)) parts.set(key, part);
    const also = [
      ...(typeof schema["$ref"] === "string" ? [follow(contract, schema["$ref"], basis)] : []),
      ...placesIn(`${pointer}/allOf`, schema["allOf"], basis),
      ...others.flatMap(({ at, schema: other }) => maybePlace(`${pointer}/${at}`, other, basis)),
    ];
    return [
      ...also.map((one) => ({ place: one, orNull: wrapper })),
      ...single.flatMap(({ branches }) => {
        const taking = withoutNull(branches);
        const withNull = branches.length > 1 && taking.length < branches.length;
        const [only = branches[0]] = taking;
        return only ? [{ place: only, orNull: wrapper ?? (withNull ? pointer : undefined) }] : [];
      }),
    ];
  }

  /** A schema of its own, read as one that stands nowhere. */
  function piecesOf(schema: JsonObject): JsonObject[] | undefined {
    const own = partsAt(contract, [{ pointer: "", schema, basis: "stated" }]).map((part) => part.schema);
    return own.some(({ oneOf, anyOf }) => oneOf !== undefined || anyOf !== undefined) ? undefined : own;
  }
}

/** Parts of which none has a union that another one has as well. */
function withoutSame(parts: Part[]): Part[] {
  if (parts.filter(({ unions }) => unions.length > 0).length < 2) return parts;
  const seen = new Set<string>();
  return parts.map((part) => {
    const { schema, orNull, basis } = part;
    const unions = part.unions.filter(({ keyword, branches }) => {
      const texts = branches.map((branch) => textOf(steady(branch.schema)));
      const text = JSON.stringify([keyword, texts, schema["discriminator"] ?? null, orNull !== undefined, basis]);
      const isNew = !seen.has(text);
      seen.add(text);
      return isNew;
    });
    return unions.length === part.unions.length ? part : { ...part, unions };
  });
}

/** Whether both branches of a `oneOf`, which a schema has, let null in, which it then refuses. */
function isNullTwice(contract: Contract, { keyword, branches }: Union, schema: JsonObject): boolean {
  const [only, another] = withoutNull(branches);
  if (keyword !== "oneOf" || branches.length < 2 || !only || another) return false;
  const known = nullTwice.get(contract) ?? new WeakMap<object, boolean>();
  nullTwice.set(contract, known);
  const list = schema[keyword] as readonly Json[];
  let isTwice = known.get(list);
  if (isTwice === undefined) {
    // What leads back to itself lets in what it lets in.
    known.set(list, false);
    isTwice = partsAt(contract, [only]).every((part) => {
      const types = typesOfPart(part) ?? ["null"];
      return part.unions.length === 0 && types.includes("null") && !Array.isArray(part.schema["enum"]);
    });
    known.set(list, isTwice);
  }
  return isTwice;
}

/** Whether a value may have one of its shapes only: a discriminator tells which is meant, however many fit. */
export function isExclusive({ schema, unions }: Pick<Part, "schema" | "unions">): boolean {
  return schema["discriminator"] === undefined && unions.some(({ keyword }) => keyword === "oneOf");
}

/** Where a part says what a keyword stands for. */
export function keywordIn({ pointer, written }: Pick<Part, "pointer" | "written">, keyword: string): string {
  return `${pointer}/${written?.[keyword] ?? keyword}`;
}

/** What a schema goes by: the last component that it is, or refers to and says nothing beside. */
export function originOf(contract: Contract, place: Place): string {
  let found = place;
  let component: string | undefined;
  for (let hops = 0; hops < 100; hops++) {
    if (/^\/components\/schemas\/[^/]+$/.test(found.pointer)) component = found.pointer;
    const [next, another] = leadsTo(contract, found);
    if (!next || another) break;
    found = next;
  }
  return component ?? found.pointer;
}

/** What the marker says that a place has of its own, or what it refers to: how it is put together does not change that. */
export function markedBasis(contract: Contract, place: Place): Place["basis"] | undefined {
  return hasMarkers(contract.document) ? basisAt(contract, place, new Map()) : undefined;
}

function basisAt(
  contract: Contract,
  place: Place,
  known: Map<string, Place["basis"] | undefined>,
): Place["basis"] | undefined {
  const { pointer, schema, basis } = place;
  if (known.has(pointer)) return known.get(pointer);
  // What leads back to itself says nothing of itself there.
  known.set(pointer, undefined);
  const own = ownBasisOf(schema);
  const reference = typeof schema === "boolean" ? undefined : schema["$ref"];
  const isReference = typeof reference === "string";
  // What stands beside a list and has a marker says it of all of it; what a reference leads to says it itself.
  const held = isReference ? [follow(contract, reference, basis)] : own === undefined ? heldIn(place) : [];
  const [marked, ...others] = held.map((one) => basisAt(contract, one, known));
  const found = others.every((one) => one === marked) ? (marked ?? own) : undefined;
  known.set(pointer, found);
  return found;
}

/** What holds together makes a schema what it is: allOf, or a union that leaves no choice. */
function heldIn(place: Place): readonly Place[] {
  const { pointer, schema, basis } = place;
  if (typeof schema === "boolean") return [];
  const all = placesIn(`${pointer}/allOf`, schema["allOf"], basis).filter(isSaid);
  if (all.length > 0) return all;
  const [only = [], another] = unionsOf(place, schema).map(({ branches }) => withoutNull(branches));
  return only.length === 1 && !another ? only : [];
}

/** What a schema says by others, if by nothing else. */
function leadsTo(contract: Contract, place: Place): Place[] {
  const { pointer, schema, basis } = place;
  if (typeof schema === "boolean" || describesValues({ schema, unions: [] })) return [];
  const { $ref, allOf } = schema;
  return [
    ...(typeof $ref === "string" ? [follow(contract, $ref, basis)] : []),
    ...placesIn(`${pointer}/allOf`, allOf, basis),
    ...unionsOf(place, schema).flatMap(({ branches }) => withoutNull(branches)),
  ];
}

/** Whether a part says anything of a value, or of its absence, beside where to read on. */
export function saysSomething(part: Pick<Part, "schema" | "unions">): boolean {
  const { default: fallback, deprecated, "x-sunset": sunset } = part.schema;
  return fallback !== undefined || deprecated === true || sunset !== undefined || describesValues(part);
}

/** Whether a part says anything of a value. */
export function describesValues({ schema, unions }: Pick<Part, "schema" | "unions">): boolean {
  return unions.length > 0 || Object.keys(schema).some((keyword) => !isAnnotation(keyword) && !isStructure(keyword));
}

/**
 * The part with one of its unions replaced by what a chosen branch of it says, which stands beside. With none left, its
 * discriminator has nothing to tell apart.
 */
export function withoutUnion(part: Part, { keyword }: Union): Part {
  const unions = part.unions.filter((union) => union.keyword !== keyword);
  const { discriminator: _, ...rest } = part.schema;
  return { ...part, key: `${part.key}-${keyword}`, schema: unions.length > 0 ? part.schema : rest, unions };
}

function unionsOf({ pointer, basis }: Place, schema: JsonObject): Union[] {
  return (["oneOf", "anyOf"] as const)
    .map((keyword) => ({ keyword, branches: placesIn(`${pointer}/${keyword}`, schema[keyword], basis) }))
    .map(({ keyword, branches }) => ({
      keyword,
      branches: inOrder(keyword === "oneOf" ? withoutNullTwice(branches) : branches, schema[keyword]).map((branch) =>
        unmarked(branch, schema),
      ),
    }))
    .filter(({ branches }) => branches.length > 0);
}

/** The ranks of the branches of a union by what they say. */
const ranks = new WeakMap<object, ReadonlyMap<JsonSchema, number>>();

/** Branches in an order of their own, whatever a document has them in: what is chosen or paired by it stays the same. */
function inOrder(branches: readonly Place[], list: Json | undefined): readonly Place[] {
  if (!Array.isArray(list) || branches.length < 2) return branches;
  let known = ranks.get(list);
  if (!known) ranks.set(list, (known = ranked(branches)));
  const rankOf = ({ schema }: Place): number => known.get(schema) ?? 0;
  return branches.toSorted((one, other) => rankOf(one) - rankOf(other));
}

function ranked(branches: readonly Place[]): Map<JsonSchema, number> {
  const texts = branches.map(({ schema }) => [textOf(steady(schema)), schema] as const);
  return new Map(texts.toSorted(([one], [other]) => compareText(one, other)).map(([, schema], rank) => [schema, rank]));
}

/**
 * A discriminator only says how to tell branches apart: that they then need its property, and which values of it name
 * them, is not the branch's word.
 */
function unmarked(branch: Place, { discriminator }: JsonObject): Place {
  const name = isObject(discriminator) ? discriminator["propertyName"] : undefined;
  if (typeof name !== "string" || typeof branch.schema === "boolean") return branch;
  const schema = withoutTag(branch.schema, name);
  return schema === branch.schema ? branch : { ...branch, schema };
}

/** A schema without what it says of a tag beside what it refers to, or is put together of. */
function withoutTag(schema: JsonObject, name: string): JsonObject {
  const { $ref, allOf } = schema;
  if ($ref === undefined && !Array.isArray(allOf)) return schema;
  const { properties, required, ...rest } = schema;
  const names = isObject(properties) ? Object.keys(properties) : [];
  const others = Array.isArray(required) ? required.filter((one) => one !== name) : [];
  const speaks = names.length > 0 || Array.isArray(required);
  const own = speaks && names.every((key) => key === name) ? withRequired(rest, others) : schema;
  if (!Array.isArray(allOf)) return own;
  const members = allOf.map((one: Json) => (isObject(one) ? memberWithoutTag(one, name) : one));
  return members.every((one, index) => one === allOf[index]) ? own : { ...own, allOf: members };
}

function withRequired(schema: JsonObject, required: readonly Json[]): JsonObject {
  return required.length > 0 ? { ...schema, required } : schema;
}

/** What only names the tag says nothing else. */
function memberWithoutTag(member: JsonObject, name: string): JsonObject {
  const { properties, required = [], ...rest } = member;
  const isOnlyTag =
    isObject(properties) &&
    [...Object.keys(properties), ...[required].flat()].every((one) => one === name) &&
    Object.keys(rest).length === 0;
  return isOnlyTag ? {} : withoutTag(member, name);
}

/** What is null alone in two shapes, of which a value may have one only, is refused. */
function withoutNullTwice(branches: readonly Place[]): readonly Place[] {
  const [one, another] = branches.filter(({ schema }) => isNull(schema));
  if (!one || !another) return branches;
  const others = withoutNull(branches);
  return others.length > 0 ? others : [{ ...one, schema: false }];
}

function withoutNull(branches: readonly Place[]): Place[] {
  return branches.filter(({ schema }) => !isNull(schema));
}

/** Whether a keyword only leads to what else is said. */
export function isStructure(keyword: string): boolean {
  return keyword === "$ref" || keyword === "allOf" || keyword === "oneOf" || keyword === "anyOf";
}
