import {
  type Json,
  type JsonObject,
  foldedName,
  isObject,
  membersOf,
  propertyNamesOf,
  typesOf,
} from "../../../contracts/index.ts";
import type { ResourceContext } from "../resource-context.ts";

/** Member of an item that lists the members of a membership: `labels` of a board, for "/boards/{id}/labels". */
export interface OwnerList {
  /** Keys of the members that an item lists. Undefined if it has no such list. */
  keysIn(item: JsonObject | undefined): readonly string[] | undefined;
  /** A copy of an item whose list has some members, or without their `value` has them no more. */
  withMembers(item: JsonObject, members: readonly ListedMember[]): JsonObject;
}

interface ListedMember {
  readonly key: Json;
  readonly value: JsonObject | undefined;
}

/** Finds the list of the items that an operation reads by the word of a path. `key` identifies its entries. */
export function findOwnerList(
  { contract, operation, representations }: ResourceContext,
  word: string,
  key: string,
): OwnerList | undefined {
  const list = [...representations.propertyNames(operation)].find((name) => foldedName(name) === foldedName(word));
  if (list === undefined) return undefined;
  const schema = representations.propertyOf(operation, list);
  if (!typesOf(contract, schema).includes("array")) return undefined;
  const entry = { allOf: membersOf(contract, schema, "items") };
  const isOfObjects = propertyNamesOf(contract, entry).size > 0;
  if (isOfObjects && !propertyNamesOf(contract, entry).has(key)) return undefined;
  const keyOf = (each: Json): string => String((isObject(each) ? each[key] : each) ?? "");
  return { keysIn, withMembers };

  function keysIn(item: JsonObject | undefined): readonly string[] | undefined {
    const entries = item?.[list as string];
    return Array.isArray(entries) ? entries.map(keyOf) : undefined;
  }

  function withMembers(item: JsonObject, members: readonly ListedMember[]): JsonObject {
    const entries = (Array.isArray(item[list as string]) ? item[list as string] : []) as readonly Json[];
    const byKey = new Map(members.map((member) => [String(member.key), member]));
    const kept = entries.filter((each) => {
      const member = byKey.get(keyOf(each));
      return member === undefined || member.value !== undefined;
    });
    for (const each of kept) byKey.delete(keyOf(each));
    const added = [...byKey.values()].flatMap(({ key: own, value }) => {
      if (value === undefined) return [];
      return [isOfObjects ? value : own];
    });
    return { ...item, [list as string]: [...kept, ...added] };
  }
}
