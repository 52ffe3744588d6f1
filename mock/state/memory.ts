import type { Store, Stored } from "./store.ts";

interface Shelf {
  readonly collections: Map<string, Map<string, Stored>>;
  counter: number;
}

const emptyCollection: ReadonlyMap<string, Stored> = new Map();

/** A store that lives as long as the process. */
export function createMemoryStore(): Store {
  const shelves = new Map<string, Shelf>();

  return {
    read: ({ organization, collection, id }) => shelves.get(organization)?.collections.get(collection)?.get(id),
    list(organization, collection, { offset, limit }) {
      const all = shelves.get(organization)?.collections.get(collection) ?? emptyCollection;
      return { items: [...all.values().drop(offset).take(limit)], total: all.size };
    },
    change({ organization, collection, id }, step) {
      const items = itemsOf(organization, collection);
      const next = step(items.get(id));
      if (next === null) items.delete(id);
      else if (!("refused" in next)) items.set(id, next);
      return next;
    },
    next: (organization) => ++shelfOf(organization).counter,
    reset(organization) {
      shelves.delete(organization);
    },
  };

  function shelfOf(organization: string): Shelf {
    let shelf = shelves.get(organization);
    if (!shelf) shelves.set(organization, (shelf = { collections: new Map(), counter: 0 }));
    return shelf;
  }

  function itemsOf(organization: string, collection: string): Map<string, Stored> {
    const { collections } = shelfOf(organization);
    let items = collections.get(collection);
    if (!items) collections.set(collection, (items = new Map()));
    return items;
  }
}
