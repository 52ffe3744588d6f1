import type { Part } from "./part.ts";
import { type JsonObject, compileDecided, isObject, joinPointer } from "../../contracts/index.ts";
import { getKeywordPointer } from "./parts.ts";
import { type Place, maybePlace, listPlaces } from "./place.ts";

type Members = Map<string, Place[]>;

/**
 * Schemas of each property that a part names: by its name, then by matching patterns, then by `additionalProperties` of
 * parts that do not describe it. `additionalProperties` ignores properties of other parts (JSON Schema 2020-12,
 * 10.3.2.3).
 */
export function collectProperties(parts: readonly Part[]): Members {
  const named = gather(parts, ({ schema, pointer, basis }) => {
    const properties = schema["properties"];
    if (!isObject(properties)) return [];
    return Object.keys(properties).map((name) => [
      name,
      maybePlace(joinPointer(pointer, "properties", name), properties[name], basis),
    ]);
  });
  if (
    named.size === 0 ||
    !parts.some(({ schema }) => describingKeywords.some((keyword) => schema[keyword] !== undefined))
  )
    return named;
  return new Map(
    [...named].map(([name, places]) => [
      name,
      [...places, ...parts.flatMap((part) => describedWithoutName(part, name))],
    ]),
  );
}

/** Schemas of a property that no part names. */
export function listUnnamedPlaces(parts: readonly Part[], name: string): Place[] {
  const isEvaluated = parts.some(
    (part) => byPatterns(part, name)?.length !== 0 || listAdditionalPlaces(part).length > 0,
  );
  if (isEvaluated) return parts.flatMap((part) => describedWithoutName(part, name));
  const keyword = "unevaluatedProperties";
  return parts
    .flatMap(({ pointer, schema, basis }) => maybePlace(`${pointer}/${keyword}`, schema[keyword], basis))
    .filter(hasKeywords);
}

/** Checks that a schema describes a property without naming it. */
export function describesUnnamed(schema: JsonObject, name: string): boolean {
  const part: Part = { key: "", pointer: "", schema, basis: "stated", unions: [] };
  return byPatterns(part, name)?.length !== 0 || listUnnamedPlaces([part], name).length > 0;
}

/** Keywords that describe properties without naming them. */
const describingKeywords = ["patternProperties", "additionalProperties"];

/** Schemas of a property in one part, except by its name. */
function describedWithoutName(part: Part, name: string): Place[] {
  const { properties } = part.schema;
  const isNamed = isObject(properties) && Object.hasOwn(properties, name);
  const patterned = byPatterns(part, name);
  const isOther = !isNamed && patterned?.length === 0;
  return [...(patterned ?? []), ...(isOther ? listAdditionalPlaces(part) : [])].filter(hasKeywords);
}

/** Schemas of a property by matching patterns. Undefined if a pattern cannot be decided. */
function byPatterns({ schema: { patternProperties }, pointer, basis }: Part, name: string): Place[] | undefined {
  if (!isObject(patternProperties)) return [];
  let isKnown = true;
  const places = Object.entries(patternProperties).flatMap(([pattern, schema]) => {
    const names = compileDecided(pattern, () => (isKnown = false));
    isKnown &&= names !== undefined;
    if (names?.test(name) === true)
      return maybePlace(joinPointer(pointer, "patternProperties", pattern), schema, basis);
    return [];
  });
  return isKnown ? places : undefined;
}

/** Schemas of items and members without a name, by step: "[]", "[0]", ".*", "./^x-/". */
export function collectInnerMembers(parts: readonly Part[]): Members {
  const inner = gather(parts, (part) => {
    const { schema, pointer, basis } = part;
    const patterns: JsonObject = isObject(schema["patternProperties"]) ? schema["patternProperties"] : {};
    return [
      ["[]", listItemPlaces(part)],
      [".*", isObject(schema["additionalProperties"]) ? listAdditionalPlaces(part) : []],
      ...listPlaces(`${pointer}/prefixItems`, schema["prefixItems"], basis).map((place, index): [string, Place[]] => [
        `[${index}]`,
        [place],
      ]),
      ...Object.keys(patterns).map((pattern): [string, Place[]] => [
        `./${pattern}/`,
        maybePlace(joinPointer(pointer, "patternProperties", pattern), patterns[pattern], basis),
      ]),
    ];
  });
  const byIndex = ([step]: [string, Place[]]): boolean => /^\[\d/.test(step);
  const byPattern = ([step]: [string, Place[]]): boolean => step.startsWith("./");
  return new Map([
    ...inner,
    ...withRemaining(new Map([...inner].filter(byIndex)), parts, listItemPlaces, ({ schema }, step) => {
      const own = Array.isArray(schema["prefixItems"]) ? schema["prefixItems"].length : 0;
      return Number(step.slice(1, -1)) < own;
    }),
    // In a part that names properties, a match of the pattern need not be additional.
    ...withRemaining(
      new Map([...inner].filter(byPattern)),
      parts,
      listAdditionalPlaces,
      ({ schema }) => schema["properties"] !== undefined || schema["patternProperties"] !== undefined,
    ),
  ]);
}

/** Adds to each member the schemas for remaining members of the parts that do not describe it. */
function withRemaining(
  members: Members,
  parts: readonly Part[],
  placesOf: (part: Part) => readonly Place[],
  describes: (part: Part, member: string) => boolean,
): Members {
  const bounds = parts.length < 2 || members.size === 0 ? [] : parts.filter((part) => placesOf(part).some(hasKeywords));
  if (bounds.length === 0) return members;
  return new Map(
    [...members].map(([member, places]) => [
      member,
      [...places, ...bounds.flatMap((part) => (describes(part, member) ? [] : placesOf(part)))],
    ]),
  );
}

function listAdditionalPlaces(part: Part): Place[] {
  return maybePlace(getKeywordPointer(part, "additionalProperties"), part.schema["additionalProperties"], part.basis);
}

function listItemPlaces(part: Part): Place[] {
  return maybePlace(getKeywordPointer(part, "items"), part.schema["items"], part.basis);
}

function hasKeywords({ schema }: Place): boolean {
  return schema === false || (schema !== true && Object.keys(schema).length > 0);
}

function gather(
  parts: readonly Part[],
  read: (part: Part) => readonly (readonly [string, readonly Place[]])[],
): Members {
  const all: Members = new Map();
  for (const [name, places] of parts.flatMap(read)) {
    if (places.length > 0) all.set(name, [...(all.get(name) ?? []), ...places]);
  }
  return all;
}
