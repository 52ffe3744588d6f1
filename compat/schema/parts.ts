import { toOrderlessText } from "./equality/in-fixed-order.ts";
import type { Union, Part } from "./part.ts";
import { compareText } from "../model/compare-text.ts";
import {
  type Contract,
  type Json,
  type JsonObject,
  type JsonSchema,
  hasMarkers,
  isObject,
  omitUndefined,
} from "../../contracts/index.ts";
import {
  type Place,
  followReference,
  isAnnotation,
  hasKeywords,
  maybePlace,
  readOwnBasis,
  listPlaces,
} from "./place.ts";
import { nothing, normalizeSpelling } from "./equality/spelling.ts";
import { isNull, typesOfPart } from "./types.ts";

/** Unions that reject null because two branches accept it, computed once. */
const nullTwice = new WeakMap<Contract, WeakMap<object, boolean>>();

/**
 * Parts that apply to the same value: the schema itself, the target of its `$ref`, the schemas of `allOf`, and the only
 * branch of a union (beside null).
 */
export function gatherParts(contract: Contract, places: readonly Place[], orNull?: string): Part[] {
  const parts = new Map<string, Part>();
  const visited = new Set<string>();
  const open = places.map((place) => ({ place, orNull })).toReversed();
  for (let next = open.pop(); next; next = open.pop()) open.push(...addPart(next.place, next.orNull).toReversed());
  return withoutSame([...parts.values()]);

  /** Adds the part at a place. Returns the places that also apply. */
  function addPart(place: Place, wrapper: string | undefined): { place: Place; orNull: string | undefined }[] {
    const { pointer, basis } = place;
    const key = `${pointer}${wrapper === undefined ? "" : "?"}${basis === "assumed" ? "!" : ""}`;
    if (place.schema === true || visited.has(key)) return [];
    visited.add(key);
    const whole = place.schema === false ? nothing : place.schema;
    const { schema: own, also: others, written } = normalizeSpelling(contract, whole);
    const schema = wrapper === undefined ? own : acceptingNull(own);
    const all = listPartUnions(place, schema);
    const single = all.filter(
      (union) =>
        removeNullBranch(union.branches).length <= 1 &&
        schema["discriminator"] === undefined &&
        !isNullTwice(contract, union, schema),
    );
    const unions = all.filter((union) => !single.includes(union));
    const part = omitUndefined({
      key,
      pointer,
      schema,
      basis,
      written,
      orNull: wrapper,
      unions,
    });
    if (hasEffect(part)) parts.set(key, part);
    const also = [
      ...(typeof schema["$ref"] === "string" ? [followReference(contract, schema["$ref"], basis)] : []),
      ...listPlaces(`${pointer}/allOf`, schema["allOf"], basis),
      ...others.flatMap(({ at, schema: other }) => maybePlace(`${pointer}/${at}`, other, basis)),
    ];
    return [
      ...also.map((one) => ({ place: one, orNull: wrapper })),
      ...single.flatMap(({ branches }) => {
        const nonNullBranches = removeNullBranch(branches);
        const withNull = branches.length > 1 && nonNullBranches.length < branches.length;
        const [only = branches[0]] = nonNullBranches;
        if (only) return [{ place: only, orNull: wrapper ?? (withNull ? pointer : undefined) }];
        return [];
      }),
    ];
  }
}

/** Schema whose `not` and condition accept null, as the union around it does. */
function acceptingNull(schema: JsonObject): JsonObject {
  const { not, if: condition, then = true, else: otherwise = true } = schema;
  const accepting: Record<string, Json> = { ...schema };
  if (not !== undefined) accepting["not"] = { allOf: [not, { not: { type: "null" } }] };
  if (condition !== undefined) {
    accepting["then"] = { anyOf: [then, { type: "null" }] };
    accepting["else"] = { anyOf: [otherwise, { type: "null" }] };
  }
  if (not === undefined && condition === undefined) return schema;
  return accepting;
}

/** Removes unions that an earlier part also has. */
function withoutSame(parts: Part[]): Part[] {
  if (parts.filter(({ unions }) => unions.length > 0).length < 2) return parts;
  const seen = new Set<string>();
  return parts.map((part) => {
    const { schema, orNull, basis } = part;
    const unions = part.unions.filter(({ keyword, branches }) => {
      const texts = branches.map((branch) => toOrderlessText(branch.schema));
      const text = JSON.stringify([keyword, texts, schema["discriminator"] ?? null, orNull !== undefined, basis]);
      const isNew = !seen.has(text);
      seen.add(text);
      return isNew;
    });
    if (unions.length === part.unions.length) return part;
    return { ...part, unions };
  });
}

/** Checks that two branches of a `oneOf` accept null, so that it rejects null. */
function isNullTwice(contract: Contract, { keyword, branches }: Union, schema: JsonObject): boolean {
  const [only, another] = removeNullBranch(branches);
  if (keyword !== "oneOf" || branches.length < 2 || !only || another) return false;
  const known = nullTwice.get(contract) ?? new WeakMap<object, boolean>();
  nullTwice.set(contract, known);
  const list = schema[keyword] as readonly Json[];
  let isTwice = known.get(list);
  if (isTwice === undefined) {
    // A recursive schema adds nothing.
    known.set(list, false);
    isTwice = gatherParts(contract, [only]).every((part) => {
      const types = typesOfPart(part) ?? ["null"];
      return part.unions.length === 0 && types.includes("null") && !Array.isArray(part.schema["enum"]);
    });
    known.set(list, isTwice);
  }
  return isTwice;
}

/** Checks that values must match exactly one alternative. With a discriminator, several may match. */
export function isExclusive({ schema, unions }: Pick<Part, "schema" | "unions">): boolean {
  return schema["discriminator"] === undefined && unions.some(({ keyword }) => keyword === "oneOf");
}

/** Pointer of a keyword of a part, as the document spells it. */
export function getKeywordPointer({ pointer, written }: Pick<Part, "pointer" | "written">, keyword: string): string {
  return `${pointer}/${written?.[keyword] ?? keyword}`;
}

/** Pointer that identifies a schema: of the last component that it is, or that it refers to without other keywords. */
export function findSchemaOrigin(contract: Contract, place: Place): string {
  let found = place;
  let component: string | undefined;
  for (let hops = 0; hops < 100; hops++) {
    if (/^\/components\/schemas\/[^/]+$/.test(found.pointer)) component = found.pointer;
    const [next, another] = aliasTarget(contract, found);
    if (!next || another) break;
    found = next;
  }
  return component ?? found.pointer;
}

/** Basis that a marker of the place or of its target gives. The structure of the schema has no influence. */
export function markedBasis(contract: Contract, place: Place): Place["basis"] | undefined {
  if (hasMarkers(contract.document)) return findBasis(contract, place, new Map());
  return undefined;
}

function findBasis(
  contract: Contract,
  place: Place,
  known: Map<string, Place["basis"] | undefined>,
): Place["basis"] | undefined {
  const { pointer, schema, basis } = place;
  if (known.has(pointer)) return known.get(pointer);
  // A recursive schema has no marker of its own there.
  known.set(pointer, undefined);
  const own = readOwnBasis(schema);
  const reference = typeof schema === "boolean" ? undefined : schema["$ref"];
  const isReference = typeof reference === "string";
  // A marker beside `allOf` or a union applies to all branches. A reference has the marker of its target.
  const definingPlaces = isReference
    ? [followReference(contract, reference, basis)]
    : own === undefined
      ? definingSchemas(place)
      : [];
  const [marked, ...others] = definingPlaces.map((one) => findBasis(contract, one, known));
  const found = others.every((one) => one === marked) ? (marked ?? own) : undefined;
  known.set(pointer, found);
  return found;
}

/** Schemas that define a schema: those of `allOf`, or the only branch of a union. */
function definingSchemas(place: Place): readonly Place[] {
  const { pointer, schema, basis } = place;
  if (typeof schema === "boolean") return [];
  const all = listPlaces(`${pointer}/allOf`, schema["allOf"], basis).filter(hasKeywords);
  if (all.length > 0) return all;
  const [only = [], another] = listPartUnions(place, schema).map(({ branches }) => removeNullBranch(branches));
  return only.length === 1 && !another ? only : [];
}

/** Schemas that a schema consists of, if it has no other keywords. */
function aliasTarget(contract: Contract, place: Place): Place[] {
  const { pointer, schema, basis } = place;
  if (typeof schema === "boolean" || describesValues({ schema, unions: [] })) return [];
  const { $ref, allOf } = schema;
  return [
    ...(typeof $ref === "string" ? [followReference(contract, $ref, basis)] : []),
    ...listPlaces(`${pointer}/allOf`, allOf, basis),
    ...listPartUnions(place, schema).flatMap(({ branches }) => removeNullBranch(branches)),
  ];
}

/**
 * Checks that a part has any constraint, `readOnly` and `writeOnly` included, besides references and unions that are
 * already expanded.
 */
export function hasEffect(part: Pick<Part, "schema" | "unions">): boolean {
  const { default: fallback, deprecated, "x-sunset": sunset } = part.schema;
  return fallback !== undefined || deprecated === true || sunset !== undefined || describesValues(part);
}

/** Checks that a part constrains values. */
export function describesValues({ schema, unions }: Pick<Part, "schema" | "unions">): boolean {
  return unions.length > 0 || Object.keys(schema).some((keyword) => !isAnnotation(keyword) && !isStructure(keyword));
}

/** Part without one of its unions, after a branch was chosen. Without unions, it needs no discriminator. */
export function withoutUnion(part: Part, { keyword }: Union): Part {
  const unions = part.unions.filter((union) => union.keyword !== keyword);
  const { discriminator: _, ...rest } = part.schema;
  return { ...part, key: `${part.key}-${keyword}`, schema: unions.length > 0 ? part.schema : rest, unions };
}

function listPartUnions({ pointer, basis }: Place, schema: JsonObject): Union[] {
  return (["oneOf", "anyOf"] as const)
    .map((keyword) => ({ keyword, branches: listPlaces(`${pointer}/${keyword}`, schema[keyword], basis) }))
    .map(({ keyword, branches }) => ({
      keyword,
      branches: sortBranches(keyword === "oneOf" ? withoutNullTwice(branches) : branches, schema[keyword]).map(
        (branch) => withoutTagProperty(branch, schema),
      ),
    }))
    .filter(({ branches }) => branches.length > 0);
}

/** Order of the branches of a union by their text. */
const ranks = new WeakMap<object, ReadonlyMap<JsonSchema, number>>();

/** Branches in an order that does not depend on the document, so that choices and pairs stay the same. */
function sortBranches(branches: readonly Place[], list: Json | undefined): readonly Place[] {
  if (!Array.isArray(list) || branches.length < 2) return branches;
  let known = ranks.get(list);
  if (!known) ranks.set(list, (known = ranked(branches)));
  const rankBranch = ({ schema }: Place): number => known.get(schema) ?? 0;
  return branches.toSorted((one, other) => rankBranch(one) - rankBranch(other));
}

function ranked(branches: readonly Place[]): Map<JsonSchema, number> {
  const texts = branches.map(({ schema }) => [toOrderlessText(schema), schema] as const);
  return new Map(texts.toSorted(([one], [other]) => compareText(one, other)).map(([, schema], rank) => [schema, rank]));
}

/**
 * Removes the property of the discriminator from a branch. The discriminator requires it and names its values; the
 * branch does not.
 */
function withoutTagProperty(branch: Place, { discriminator }: JsonObject): Place {
  const name = isObject(discriminator) ? discriminator["propertyName"] : undefined;
  if (typeof name !== "string" || typeof branch.schema === "boolean") return branch;
  const schema = withoutTag(branch.schema, name);
  if (schema === branch.schema) return branch;
  return { ...branch, schema };
}

/** Removes a tag from a schema and the schemas of its `allOf`. */
function withoutTag(schema: JsonObject, name: string): JsonObject {
  const { $ref, allOf } = schema;
  if ($ref === undefined && !Array.isArray(allOf)) return schema;
  const { properties, required, ...rest } = schema;
  const names = isObject(properties) ? Object.keys(properties) : [];
  const others = Array.isArray(required) ? required.filter((one) => one !== name) : [];
  const hasRequired = names.length > 0 || Array.isArray(required);
  const own = hasRequired && names.every((key) => key === name) ? withRequired(rest, others) : schema;
  if (!Array.isArray(allOf)) return own;
  const members = allOf.map((one: Json) => (isObject(one) ? memberWithoutTag(one, name) : one));
  if (members.every((one, index) => one === allOf[index])) return own;
  return { ...own, allOf: members };
}

function withRequired(schema: JsonObject, required: readonly Json[]): JsonObject {
  if (required.length > 0) return { ...schema, required };
  return schema;
}

/** A schema that only describes the tag becomes empty. */
function memberWithoutTag(member: JsonObject, name: string): JsonObject {
  const { properties, required = [], ...rest } = member;
  const isOnlyTag =
    isObject(properties) &&
    [...Object.keys(properties), ...[required].flat()].every((one) => one === name) &&
    Object.keys(rest).length === 0;
  return isOnlyTag ? {} : withoutTag(member, name);
}

/** Removes null from a union that rejects it because two branches are null. */
function withoutNullTwice(branches: readonly Place[]): readonly Place[] {
  const [one, another] = branches.filter(({ schema }) => isNull(schema));
  if (!one || !another) return branches;
  const others = removeNullBranch(branches);
  if (others.length > 0) return others;
  return [{ ...one, schema: false }];
}

function removeNullBranch(branches: readonly Place[]): Place[] {
  return branches.filter(({ schema }) => !isNull(schema));
}

/** Checks for a keyword that only contains or refers to other schemas of the same value. */
export function isStructure(keyword: string): boolean {
  return keyword === "$ref" || keyword === "allOf" || keyword === "oneOf" || keyword === "anyOf";
}
