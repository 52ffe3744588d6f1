import type { Store } from "./store.ts";
import type { Stored } from "./stored.ts";
import type { JsonObject } from "../../contracts/index.ts";

/** The store and the organization whose collections are read. */
interface Place {
  readonly store: Store;
  readonly world: { readonly organization: string };
}

/** Reads an item of a collection. */
export async function readOtherItem(
  { store, world: { organization } }: Place,
  collection: string,
  id: string,
): Promise<Stored | undefined> {
  return store.read({ organization, collection, id });
}

/** Reads all items of a collection in the order of creation. */
export async function listOtherItems(
  { store, world: { organization } }: Place,
  collection: string,
): Promise<readonly Stored[]> {
  const { items } = await store.list(organization, collection, { offset: 0, limit: Number.POSITIVE_INFINITY });
  return items;
}

/** Creates or replaces an item of a collection. */
export async function putItem(
  { store, world: { organization } }: Place,
  collection: string,
  item: { readonly id: string; readonly value: JsonObject },
): Promise<void> {
  await store.change({ organization, collection, id: item.id }, () => ({ value: item.value }));
}

/** Deletes an item of a collection, if it exists. */
export async function removeItem(
  { store, world: { organization } }: Place,
  collection: string,
  id: string,
): Promise<void> {
  await store.change({ organization, collection, id }, () => null);
}

/** Changes members of an item, if it still exists. */
export async function amendItem(
  { store, world: { organization } }: Place,
  collection: string,
  { id, members }: { readonly id: string; readonly members: JsonObject },
): Promise<Stored | undefined> {
  const next = await store.change({ organization, collection, id }, (current) =>
    current ? { ...current, value: { ...current.value, ...members } } : { refused: `There is no "${id}"`, status: 404 },
  );
  if (next === null || "refused" in next) return undefined;
  return next;
}
