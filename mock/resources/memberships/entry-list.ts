import { type Json, type JsonObject, isObject, valueAtPath, withValueAtPath } from "../../../contracts/index.ts";
import type { Call } from "../../calls/call.ts";
import { slicePage } from "../../state/pages.ts";
import type { Store } from "../../state/store.ts";
import type { Stored } from "../../state/stored.ts";
import type { MemberPath } from "../members/member-paths.ts";
import { toMembers, pickMembers } from "../members/members.ts";

/** List in an item: of texts or numbers, or of objects with a key. */
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

/** The list at a place of an item. Entries without `key` are texts or numbers. */
export function createEntryList(place: MemberPath, key: string | undefined): EntryList {
  const readEntryKey = (entry: Json): string =>
    String((key !== undefined && isObject(entry) ? entry[key] : entry) ?? "");
  const readEntryList: EntryList["entriesIn"] = (item) => {
    const entries = valueAtPath(item, place);
    if (Array.isArray(entries)) return entries as readonly Json[];
    return undefined;
  };
  return {
    keyOf: readEntryKey,
    entriesIn: readEntryList,
    withEntries(item, { added = [], removed }) {
      const addedByKey = new Map(added.map((entry) => [readEntryKey(entry), entry]));
      const before = (readEntryList(item) ?? []).filter((entry) => removed?.has(readEntryKey(entry)) !== true);
      const kept = before.map((entry) => addedByKey.get(readEntryKey(entry)) ?? entry);
      for (const entry of before) addedByKey.delete(readEntryKey(entry));
      return withValueAtPath(item, place, [...kept, ...addedByKey.values()]) as JsonObject;
    },
  };
}

/** Content of a request in a member of its body or a parameter. Without a name, the body itself. */
export function readSentValue({ body, parameters }: Call["input"], name: string | undefined): Json | undefined {
  if (name === undefined) return body;
  return valueAtPath(body, [name]) ?? parameters[name];
}

/** The members of a request that its response shows, where that is no item. */
export function pickEchoed({ body, parameters }: Call["input"], names: readonly string[]): JsonObject {
  return pickMembers({ ...parameters, ...toMembers(body) }, names);
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
      return { items: slicePage(all, page), total: all.length };
    },
    async position(address) {
      if (address.collection !== listed) return store.position(address);
      const index = (await items()).findIndex((item) => String(idOf(item)) === address.id);
      return index < 0 ? undefined : index;
    },
  };
}
