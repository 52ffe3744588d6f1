import type { Part } from "./part.ts";
import { type JsonObject, decidedPatternOf, isObject, joinPointer } from "../../contracts/index.ts";
import { keywordIn } from "./parts.ts";
import { type Place, maybePlace, placesIn } from "./place.ts";

type Members = Map<string, Place[]>;

/**
 * What all parts say of each property that any of them names: by its name first, and by patterns that the name has. What
 * a part says of all others by `additionalProperties`, it says of those that it does not name itself: it does not see
 * what is named beside it (JSON Schema 2020-12, 10.3.2.3).
 */
export function propertiesOf(parts: readonly Part[]): Members {
  const named = gather(parts, ({ schema, pointer, basis }) => {
    const properties = schema["properties"];
    if (!isObject(properties)) return [];
    return Object.keys(properties).map((name) => [
      name,
      maybePlace(joinPointer(pointer, "properties", name), properties[name], basis),
    ]);
  });
  if (named.size === 0 || !parts.some(({ schema }) => speaking.some((keyword) => schema[keyword] !== undefined)))
    return named;
  return new Map(
    [...named].map(([name, places]) => [name, [...places, ...parts.flatMap((part) => besidesName(part, name))]]),
  );
}

/** What all parts say of a property that none of them names. */
export function unnamedOf(parts: readonly Part[], name: string): Place[] {
  const isEvaluated = parts.some((part) => byPatterns(part, name)?.length !== 0 || othersOf(part).length > 0);
  if (isEvaluated) return parts.flatMap((part) => besidesName(part, name));
  const keyword = "unevaluatedProperties";
  return parts
    .flatMap(({ pointer, schema, basis }) => maybePlace(`${pointer}/${keyword}`, schema[keyword], basis))
    .filter(saysAny);
}

/** Keywords by which a part speaks of members other than by their names. */
const speaking = ["patternProperties", "additionalProperties"];

/** What a part says of a property other than by its name: by patterns, or of all that it does not speak of. */
function besidesName(part: Part, name: string): Place[] {
  const { properties } = part.schema;
  const isNamed = isObject(properties) && Object.hasOwn(properties, name);
  const patterned = byPatterns(part, name);
  const isOther = !isNamed && patterned?.length === 0;
  return [...(patterned ?? []), ...(isOther ? othersOf(part) : [])].filter(saysAny);
}

/** What a part says of a property by patterns that its name has; undefined where that cannot be told. */
function byPatterns({ schema: { patternProperties }, pointer, basis }: Part, name: string): Place[] | undefined {
  if (!isObject(patternProperties)) return [];
  let isKnown = true;
  const places = Object.entries(patternProperties).flatMap(([pattern, schema]) => {
    const names = decidedPatternOf(pattern, () => (isKnown = false));
    isKnown &&= names !== undefined;
    return names?.test(name) === true
      ? maybePlace(joinPointer(pointer, "patternProperties", pattern), schema, basis)
      : [];
  });
  return isKnown ? places : undefined;
}

/** What all parts say of what lies inside other than by name, by the step there: "[]", "[0]", ".*", "./^x-/". */
export function innerOf(parts: readonly Part[]): Members {
  const inner = gather(parts, (part) => {
    const { schema, pointer, basis } = part;
    const patterns: JsonObject = isObject(schema["patternProperties"]) ? schema["patternProperties"] : {};
    return [
      ["[]", itemsOf(part)],
      [".*", isObject(schema["additionalProperties"]) ? othersOf(part) : []],
      ...placesIn(`${pointer}/prefixItems`, schema["prefixItems"], basis).map((place, index): [string, Place[]] => [
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
    ...beside(new Map([...inner].filter(byIndex)), parts, itemsOf, ({ schema }, step) => {
      const own = Array.isArray(schema["prefixItems"]) ? schema["prefixItems"].length : 0;
      return Number(step.slice(1, -1)) < own;
    }),
    // Of a part that names any itself, not all that match are others.
    ...beside(
      new Map([...inner].filter(byPattern)),
      parts,
      othersOf,
      ({ schema }) => schema["properties"] !== undefined || schema["patternProperties"] !== undefined,
    ),
  ]);
}

/** Members, and what each part that does not speak of one says of all that it does not speak of. */
function beside(
  members: Members,
  parts: readonly Part[],
  sayingOf: (part: Part) => readonly Place[],
  speaksOf: (part: Part, member: string) => boolean,
): Members {
  const bounds = parts.length < 2 || members.size === 0 ? [] : parts.filter((part) => sayingOf(part).some(saysAny));
  if (bounds.length === 0) return members;
  return new Map(
    [...members].map(([member, places]) => [
      member,
      [...places, ...bounds.flatMap((part) => (speaksOf(part, member) ? [] : sayingOf(part)))],
    ]),
  );
}

function othersOf(part: Part): Place[] {
  return maybePlace(keywordIn(part, "additionalProperties"), part.schema["additionalProperties"], part.basis);
}

function itemsOf(part: Part): Place[] {
  return maybePlace(keywordIn(part, "items"), part.schema["items"], part.basis);
}

function saysAny({ schema }: Place): boolean {
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
