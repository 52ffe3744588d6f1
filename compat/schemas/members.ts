import { type JsonObject, decidedPatternOf, isObject, joinPointer } from "../../contracts/index.ts";
import { type Part, keywordIn } from "./parts.ts";
import { type Place, maybePlace, placesIn } from "./place.ts";

type Members = Map<string, Place[]>;

/**
 * What all parts say of each property by its name. What a part says of all others by `additionalProperties`, it says of
 * those that it does not name itself: it does not see what is named beside it (JSON Schema 2020-12, §10.3.2.3).
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
  return beside(named, parts, othersOf, ({ schema }, name) => {
    const patterns = Object.keys(isObject(schema["patternProperties"]) ? schema["patternProperties"] : {});
    const isNamed = isObject(schema["properties"]) && Object.hasOwn(schema["properties"], name);
    return isNamed || patterns.some((pattern) => decidedPatternOf(pattern, () => {})?.test(name) !== false);
  });
}

/** What all parts say of a property that none of them names: by patterns, and by what they say of all others. */
export function unnamedIn(parts: readonly Part[], name: string): Place[] {
  return parts.flatMap((part) => {
    const { schema, pointer, basis } = part;
    const patterns = isObject(schema["patternProperties"]) ? schema["patternProperties"] : {};
    const isMet = Map.groupBy(Object.keys(patterns), (pattern) => decidedPatternOf(pattern, () => {})?.test(name));
    const met = (isMet.get(true) ?? []).flatMap((pattern) =>
      maybePlace(joinPointer(pointer, "patternProperties", pattern), patterns[pattern], basis),
    );
    const isOther = !isMet.has(true) && !isMet.has(undefined);
    return [...met, ...(isOther ? othersOf(part) : [])].filter(saysAny);
  });
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
