import {
  type Json,
  type JsonObject,
  type Operation,
  foldedName,
  isObject,
  membersOf,
  propertyNamesOf,
  singular,
  typesOf,
  valueAtPath,
} from "../../../contracts/index.ts";
import type { Call } from "../../calls/call.ts";
import { pageOf } from "../../state/pages.ts";
import type { Store } from "../../state/store.ts";
import type { Stored } from "../../state/stored.ts";
import { membersIn, pickMembers } from "../members/members.ts";
import type { ResourceContext } from "../resource-context.ts";

/** List among the members of an item: of texts or numbers, or of objects with a key. */
export interface EntryList {
  keyOf(entry: Json): string;
  /** Entries that an item lists. Undefined if it has no such list. */
  entriesIn(item: JsonObject | undefined): readonly Json[] | undefined;
  /** A copy of an item without some entries, and with others, each at the place of the one that it replaces. */
  withEntries(
    item: JsonObject,
    change: { readonly added?: readonly Json[]; readonly removed?: ReadonlySet<string> },
  ): JsonObject;
}

/** The list that a member of an item is. Entries without `key` are texts or numbers. */
export function createEntryList(member: string, key: string | undefined): EntryList {
  const keyOf = (entry: Json): string => String((key !== undefined && isObject(entry) ? entry[key] : entry) ?? "");
  const entriesIn: EntryList["entriesIn"] = (item) => {
    const entries = item?.[member];
    return Array.isArray(entries) ? (entries as readonly Json[]) : undefined;
  };
  return {
    keyOf,
    entriesIn,
    withEntries(item, { added = [], removed }) {
      const addedByKey = new Map(added.map((entry) => [keyOf(entry), entry]));
      const before = (entriesIn(item) ?? []).filter((entry) => removed?.has(keyOf(entry)) !== true);
      const kept = before.map((entry) => addedByKey.get(keyOf(entry)) ?? entry);
      for (const entry of before) addedByKey.delete(keyOf(entry));
      return { ...item, [member]: [...kept, ...addedByKey.values()] };
    },
  };
}

/**
 * Finds the list of the items that an operation reads by the word of a path, `labels` or `labelIds` of a board for
 * "/boards/{id}/labels", with the names of the members of its entries.
 */
export function findListNamed(
  { contract, representations }: Pick<ResourceContext, "contract" | "representations">,
  operation: Operation,
  word: string,
): { readonly list: string; readonly names: ReadonlySet<string> } | undefined {
  const spellings = [word, `${singular(word)}_ids`].map((each) => foldedName(each));
  const list = [...representations.propertyNames(operation)].find((name) => spellings.includes(foldedName(name)));
  const schema = list === undefined ? false : representations.propertyOf(operation, list);
  if (list === undefined || !typesOf(contract, schema).includes("array")) return undefined;
  return { list, names: propertyNamesOf(contract, { allOf: membersOf(contract, schema, "items") }) };
}

/** Content of a request in a member of its body or a parameter. Without a name, the body itself. */
export function sentIn({ body, parameters }: Call["input"], name: string | undefined): Json | undefined {
  return name === undefined ? body : (valueAtPath(body, [name]) ?? parameters[name]);
}

/** The members of a request that its response shows, where that is no item. */
export function echoOf({ body, parameters }: Call["input"], names: readonly string[]): JsonObject {
  return pickMembers({ ...parameters, ...membersIn(body) }, names);
}

/** A store that has other items in one collection. */
export function withListed(
  store: Store,
  listed: string,
  { items, idOf }: { items(): Promise<readonly Stored[]>; idOf(item: Stored): Json | undefined },
): Store {
  return {
    ...store,
    select: undefined,
    async list(organization, collection, page) {
      if (collection !== listed) return store.list(organization, collection, page);
      const all = await items();
      return { items: pageOf(all, page), total: all.length };
    },
    async position(address) {
      if (address.collection !== listed) return store.position(address);
      const index = (await items()).findIndex((item) => String(idOf(item)) === address.id);
      return index < 0 ? undefined : index;
    },
  };
}
