import type { Stored } from "./stored.ts";
import { slicePage } from "./pages.ts";
import type { Store } from "./store.ts";

/** A store that lists only some resources of one collection, with totals and pages of those. */
export function filteredStore(store: Store, collection: string, keep: (item: Stored) => boolean): Store {
  return {
    ...store,
    select: undefined,
    async list(organization, listedCollection, page) {
      if (listedCollection !== collection) return store.list(organization, listedCollection, page);
      const { items } = await store.list(organization, collection, { offset: 0, limit: Number.POSITIVE_INFINITY });
      const kept = items.filter(keep);
      return { items: slicePage(kept, page), total: kept.length };
    },
    async position(address) {
      const position = await store.position(address);
      if (position === undefined || address.collection !== collection) return position;
      const page = await store.list(address.organization, collection, { offset: 0, limit: position + 1 });
      if (keep(page.items.at(-1) as Stored)) return page.items.filter(keep).length - 1;
      return undefined;
    },
  };
}
