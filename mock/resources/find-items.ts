import type { Call } from "../calls/call.ts";
import type { KeyCondition } from "../state/query.ts";
import type { Stored } from "../state/stored.ts";

/** Keys by which items are found. The same function each time, because it identifies an index. */
export type ItemKeys = KeyCondition["keysOf"];

/** The page that is a whole collection. */
export const allItems = { offset: 0, limit: Number.POSITIVE_INFINITY };

/** Items of a collection with a key: by an index, where the store has indexes. */
export async function findItems(
  { store, world: { organization } }: Call,
  collection: string,
  { keysOf, key }: { readonly keysOf: ItemKeys; readonly key: string },
): Promise<readonly Stored[]> {
  if (store.select) {
    const query = { conditions: [{ kind: "among", keysOf, wanted: new Set([key]) }] } as const;
    const result = await store.select(organization, collection, query);
    return result.rows.flatMap((row) => result.read(row) ?? []);
  }
  const { items } = await store.list(organization, collection, allItems);
  return items.filter((item) => keysOf(item).includes(key));
}
