import type { BaseCollections } from "./base-collections.ts";
import { type Layer, createLayer, stacked } from "./indexes/layer.ts";
import { forwards } from "./pages.ts";
import { nothingFound } from "./query.ts";
import type { Address, Store } from "./store.ts";
import type { Stored } from "./stored.ts";
import { type Transaction, withUnits } from "./units.ts";

/** The collections of an organization: a base, frozen ones, which forks may share, and its own changes above them. */
interface Shelf {
  readonly base: Base | undefined;
  below: ReadonlyMap<string, Layer>;
  readonly own: Map<string, Layer>;
  counter: number;
}

/** Frozen layers of the collections that all organizations begin with. */
interface Base {
  layer(collection: string): Layer | undefined;
  /** The names of the collections. */
  names(): Iterable<string>;
}

const nothing: ReadonlyMap<string, Layer> = new Map();

/** Creates a store that lives as long as the process. */
export function createMemoryStore(): Store {
  const shelves = new Map<string, Shelf>();
  /** Base of organizations without a shelf. */
  let base: Base | undefined;
  /** Functions that undo the changes of the open transaction. */
  let undos: (() => void)[] | undefined;
  const transaction: Transaction = {
    begin: () => void (undos = []),
    commit: () => void (undos = undefined),
    rollback() {
      for (const undo of undos?.toReversed() ?? []) undo();
      undos = undefined;
    },
  };

  return withUnits<Store>(
    {
      read: ({ organization, collection, id }) => layerIn(organization, collection)?.get(id),
      list(organization, collection, page) {
        const items = layerIn(organization, collection);
        if (!items) return { items: [], total: 0 };
        const { size: total } = items;
        if (!page.isReversed) return { items: items.page(page.offset, page.limit), total };
        const { offset, limit } = forwards(page, total);
        return { items: items.page(offset, limit).toReversed(), total };
      },
      select: (organization, collection, query) => layerIn(organization, collection)?.select(query) ?? nothingFound,
      collections(organization) {
        return filled(presentShelf(organization)).map(([name]) => name);
      },
      change({ organization, collection, id }, step) {
        const current = layerIn(organization, collection)?.get(id);
        const next = step(current);
        // A step without effect must not create an organization: clients can invent any number of names.
        if (next === null) {
          if (current) remove({ organization, collection, id }, itemsOf(organization, collection));
        } else if (!("refused" in next)) {
          itemsOf(organization, collection).set(id, next);
          undos?.push(() => {
            const its = itemsOf(organization, collection);
            if (current) its.set(id, current);
            else its.delete(id);
          });
        }
        return next;
      },
      position: ({ organization, collection, id }) => layerIn(organization, collection)?.position(id),
      forgetBelow(organization, path) {
        const shelf = presentShelf(organization);
        for (const [name, items] of filled(shelf)) {
          if (!name.startsWith(`${path}/`)) continue;
          // Collections shared with forks are hidden by a layer above them, others are dropped.
          if (!shelf.below.has(name) && !shelf.base?.layer(name)) {
            shelf.own.delete(name);
            undos?.push(() => shelfOf(organization).own.set(name, items));
          } else
            for (const [id] of items.entries())
              remove({ organization, collection: name, id }, itemsOf(organization, name));
        }
      },
      next: (organization) => ++shelfOf(organization).counter,
      fork(from, to) {
        const shelf = shelves.get(from);
        if (from === to) return;
        replace(to, shelf && { ...shelf, below: frozen(shelf), own: new Map() });
      },
      organizations: () => [...shelves].filter(([, shelf]) => isFilled(shelf)).map(([name]) => name),
      size: () =>
        shelves
          .values()
          .flatMap(filled)
          .reduce((sum, [, { size }]) => sum + size, 0),
      dump(organization) {
        const shelf = presentShelf(organization);
        const collections = filled(shelf).map(([name, items]) => [name, new Map(items.entries())] as const);
        return { counter: shelf.counter, collections: new Map(collections) };
      },
      load(organization, { counter, collections }) {
        const own = new Map<string, Layer>();
        for (const [name, items] of collections) {
          const layer = createLayer();
          for (const [id, item] of items) layer.set(id, item);
          own.set(name, layer);
        }
        replace(organization, { base: undefined, below: nothing, own, counter });
      },
      reset: (organization) => replace(organization, undefined),
      setBase(next) {
        base = next && baseOf(next);
      },
    },
    transaction,
  );

  function replace(organization: string, shelf: Shelf | undefined): void {
    const before = shelves.get(organization);
    if (shelf) shelves.set(organization, shelf);
    else shelves.delete(organization);
    if (before !== shelf) undos?.push(() => replace(organization, before));
  }

  function remove({ organization, collection, id }: Address, items: Layer): void {
    const [current, number] = [items.get(id), items.number(id)];
    items.delete(id);
    if (current && number !== undefined)
      undos?.push(() => itemsOf(organization, collection).putBack(id, current, number));
  }

  /** The shelf of an organization, without creating one: a read creates no organization. */
  function presentShelf(organization: string): Shelf {
    return shelves.get(organization) ?? { base, below: nothing, own: new Map(), counter: 0 };
  }

  function layerIn(organization: string, collection: string): Layer | undefined {
    const shelf = shelves.get(organization);
    return shelf ? layerOf(shelf, collection) : base?.layer(collection);
  }

  function shelfOf(organization: string): Shelf {
    let shelf = shelves.get(organization);
    if (!shelf) shelves.set(organization, (shelf = presentShelf(organization)));
    return shelf;
  }

  function itemsOf(organization: string, collection: string): Layer {
    const shelf = shelfOf(organization);
    let items = shelf.own.get(collection);
    if (!items) shelf.own.set(collection, (items = createLayer(layerOf(shelf, collection))));
    return items;
  }
}

function layerOf({ base, below, own }: Shelf, collection: string): Layer | undefined {
  return own.get(collection) ?? below.get(collection) ?? base?.layer(collection);
}

/** Freezes the collections of a shelf, and continues above them. Does nothing if there are no changes since. */
function frozen(shelf: Shelf): ReadonlyMap<string, Layer> {
  const emptied = [...shelf.own].filter(([name, { size }]) => size === 0 && shelf.base?.layer(name));
  // An emptied collection of the base stays, so that the base does not show through.
  const below = stacked(shelf.below, shelf.own);
  shelf.below = emptied.length === 0 ? below : new Map([...below, ...emptied]);
  shelf.own.clear();
  return shelf.below;
}

/** The collections of a shelf that are not empty. */
function filled({ base, below, own }: Shelf): (readonly [string, Layer])[] {
  const atBase = [...(base?.names() ?? [])].flatMap((name) => {
    const layer = base?.layer(name);
    return layer ? [[name, layer] as const] : [];
  });
  return [...new Map([...atBase, ...below, ...own])].filter(([, items]) => items.size > 0);
}

/** True if a shelf has items of its own, or lacks some of its base. */
function isFilled({ base, below, own }: Shelf): boolean {
  const isChanged = ([name, { size, changes }]: [string, Layer]): boolean =>
    size > 0 || (changes > 0 && base?.layer(name) !== undefined);
  return own.entries().some(isChanged) || below.entries().some((entry) => !own.has(entry[0]) && isChanged(entry));
}

function baseOf(collections: BaseCollections): Base {
  const layers = new Map<ReadonlyMap<string, Stored>, Layer>();
  return {
    layer(collection) {
      const items = collections.get(collection);
      let layer = items && layers.get(items);
      if (items && !layer) {
        layer = createLayer();
        for (const [id, item] of items) layer.set(id, item);
        layers.set(items, layer);
      }
      return layer;
    },
    names: () => collections.names(),
  };
}
