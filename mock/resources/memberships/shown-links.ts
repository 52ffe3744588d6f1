import {
  type Json,
  type JsonObject,
  type JsonSchema,
  type Operation,
  foldedName,
  isObject,
  membersOf,
  propertyNamesOf,
  singular,
  typesOf,
} from "../../../contracts/index.ts";
import type { MemberPath } from "../members/member-paths.ts";
import type { ResourceContext } from "../resource-context.ts";
import { type EntryList, createEntryList } from "./entry-list.ts";

/** Place of an item that shows those of the other side of a membership. */
export interface ShownLinks extends EntryList {
  /** Member of the item that has the place. */
  readonly name: string;
  readonly isOfObjects: boolean;
  /** The members of an item of the other side that an entry has. */
  entryFrom(item: JsonObject): JsonObject;
}

interface ShownPlace {
  readonly steps: MemberPath;
  /** Schema of an entry. */
  readonly entry: JsonSchema;
}

/** Members of an item that hold its links by their names. */
const linkHolders = /^_?(relationships?|links?|relations?|refs?|references?|associations?)$/i;

/** The place in the items of a side that a word of a path names. Undefined if they have none that can be kept. */
export function createShownLinks(
  reader: ResourceContext,
  {
    word,
    isOne,
    idProperty = "id",
  }: { readonly word: string; readonly isOne: boolean; readonly idProperty?: string | undefined },
): ShownLinks | undefined {
  const { contract } = reader;
  const found = findShownPlace(reader, reader.operation, { word, isOne });
  if (!found) return undefined;
  const { steps, entry } = found;
  const names = propertyNamesOf(contract, entry);
  const isOfObjects = names.size > 0;
  if (isOfObjects && !names.has(idProperty)) return undefined;
  return {
    ...createEntryList(steps, idProperty, isOne ? { isNull: typesOf(contract, entry).includes("null") } : undefined),
    name: steps[0] ?? "",
    isOfObjects,
    entryFrom: (item) => Object.fromEntries(Object.entries(item).filter(([name]) => names.has(name))),
  };
}

/**
 * Finds the place of items in the one that an operation reads, by the word of a path: `labels` or `labelIds` of a board
 * for "/boards/{id}/labels", `relationships.labels.data` in JSON:API.
 */
export function findShownPlace(
  { contract, representations }: Pick<ResourceContext, "contract" | "representations">,
  operation: Operation,
  { word, isOne = false }: { readonly word: string; readonly isOne?: boolean },
): ShownPlace | undefined {
  const spellings = (isOne ? [word, `${word}_id`] : [word, `${singular(word)}_ids`]).map((each) => foldedName(each));
  const members = [...representations.propertyNames(operation)].map(
    (name) => [name, representations.propertyOf(operation, name)] as const,
  );
  return findPlace(members) ?? members.map(placeInside).find((place) => place !== undefined);

  function placeInside([name, schema]: readonly [string, JsonSchema]): ShownPlace | undefined {
    if (!linkHolders.test(name)) return undefined;
    const inner = [...propertyNamesOf(contract, schema)].map((each) => [each, memberOf(schema, each)] as const);
    const place = findPlace(inner);
    return place && { ...place, steps: [name, ...place.steps] };
  }

  function findPlace(some: readonly (readonly [string, JsonSchema])[]): ShownPlace | undefined {
    for (const [name, schema] of some) {
      const place = spellings.includes(foldedName(name)) ? placeAt([name], schema) : undefined;
      if (place) return place;
    }
    return undefined;
  }

  /** The place of the items at a member, or in its `data`. */
  function placeAt(steps: MemberPath, schema: JsonSchema): ShownPlace | undefined {
    const types = typesOf(contract, schema);
    if (!isOne && types.includes("array")) return { steps, entry: { allOf: membersOf(contract, schema, "items") } };
    if (types.includes("object") && propertyNamesOf(contract, schema).has("data") && steps.length < 2)
      return placeAt([...steps, "data"], memberOf(schema, "data"));
    return isOne && !types.includes("array") ? { steps, entry: schema } : undefined;
  }

  function memberOf(schema: JsonSchema, name: string): JsonSchema {
    return { allOf: membersOf(contract, schema, name) };
  }
}

/** Key in the address of an item: its last segment, or what is in parentheses at its end. */
export function keyInAddress(address: string): string {
  const path = address.split(/[?#]/, 1)[0]?.replace(/\/$/, "") ?? "";
  const segment = path.slice(path.lastIndexOf("/") + 1);
  const [, inParentheses] = /\((?:\w+=)?'?([^()']*)'?\)$/.exec(segment) ?? [];
  const key = inParentheses ?? segment;
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}

/** Keys that a body of addresses has, one a line. */
export function addressesIn(body: Json | undefined): readonly string[] {
  if (isObject(body)) return [];
  return [body ?? []]
    .flat()
    .flatMap((each) => String(each).split(/\s+/))
    .filter((each) => each !== "");
}
