import type { Platform, Store } from "../../../mock/index.ts";
import { newStore, platformOf } from "./ask.ts";

/** Library of "acme" with books of these ids, which clients cannot choose. */
export async function libraryWith(ids: readonly string[], store: Store = newStore()): Promise<Platform> {
  for (const id of ids)
    await store.change({ organization: "acme", collection: "/books", id }, () => ({ value: { id, title: id } }));
  return platformOf("library", { store });
}
