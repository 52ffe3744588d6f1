import { type Layer, createLayer, freeze } from "./layer.ts";
import type { Store } from "./store.ts";

interface Shelf {
  readonly collections: Map<string, Layer>;
  counter: number;
}

/** A store that lives as long as the process. */
export function createMemoryStore(): Store {
  const shelves = new Map<string, Shelf>();

  return {
    read: ({ organization, collection, id }) => shelves.get(organization)?.collections.get(collection)?.get(id),
    list(organization, collection, { offset, limit }) {
      const items = shelves.get(organization)?.collections.get(collection);
      return items ? { items: items.page(offset, limit), total: items.size } : { items: [], total: 0 };
    },
    change({ organization, collection, id }, step) {
      const items = itemsOf(organization, collection);
      const next = step(items.get(id));
      if (next === null) items.delete(id);
      else if (!("refused" in next)) items.set(id, next);
      return next;
    },
    next: (organization) => ++shelfOf(organization).counter,
    fork(from, to) {
      const shelf = shelves.get(from);
      if (from === to) return;
      if (!shelf) {
        shelves.delete(to);
        return;
      }
      // What both begin with is frozen, and each has a layer of its own above it.
      const frozen = [...shelf.collections].map(([collection, items]) => [collection, freeze(items)] as const);
      const above = () => new Map(frozen.map(([collection, items]) => [collection, createLayer(items)]));
      shelves.set(from, { collections: above(), counter: shelf.counter });
      shelves.set(to, { collections: above(), counter: shelf.counter });
    },
    organizations: () => [...shelves].filter(([, { collections }]) => hasAny(collections)).map(([name]) => name),
    size() {
      const layers = shelves.values().flatMap(({ collections }) => collections.values());
      return layers.reduce((sum, { size }) => sum + size, 0);
    },
    dump(organization) {
      const { counter = 0, collections = new Map<string, Layer>() } = shelves.get(organization) ?? {};
      const filled = [...collections].filter(([, items]) => items.size > 0);
      return { counter, collections: new Map(filled.map(([name, items]) => [name, new Map(items.entries())])) };
    },
    load(organization, { counter, collections }) {
      const shelf: Shelf = { collections: new Map(), counter };
      for (const [name, items] of collections) {
        const layer = createLayer();
        for (const [id, item] of items) layer.set(id, item);
        shelf.collections.set(name, layer);
      }
      shelves.set(organization, shelf);
    },
    reset(organization) {
      shelves.delete(organization);
    },
  };

  function shelfOf(organization: string): Shelf {
    let shelf = shelves.get(organization);
    if (!shelf) shelves.set(organization, (shelf = { collections: new Map(), counter: 0 }));
    return shelf;
  }

  function itemsOf(organization: string, collection: string): Layer {
    const { collections } = shelfOf(organization);
    let items = collections.get(collection);
    if (!items) collections.set(collection, (items = createLayer()));
    return items;
  }
}

function hasAny(collections: Shelf["collections"]): boolean {
  return collections.values().some(({ size }) => size > 0);
}
