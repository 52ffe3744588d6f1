import { type Layer, createLayer, stacked } from "./indexes/layer.ts";
import { forwards } from "./pages.ts";
import { nothingFound } from "./query.ts";
import type { Address, Store } from "./store.ts";
import { type Transaction, withUnits } from "./units.ts";

/** The collections of an organization: frozen ones, which forks may share, and its own changes above them. */
interface Shelf {
  below: ReadonlyMap<string, Layer>;
  readonly own: Map<string, Layer>;
  counter: number;
}

const nothing: ReadonlyMap<string, Layer> = new Map();

/** Creates a store that lives as long as the process. */
export function createMemoryStore(): Store {
  const shelves = new Map<string, Shelf>();
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
      read: ({ organization, collection, id }) => layerOf(shelves.get(organization), collection)?.get(id),
      list(organization, collection, page) {
        const items = layerOf(shelves.get(organization), collection);
        if (!items) return { items: [], total: 0 };
        const { size: total } = items;
        if (!page.isReversed) return { items: items.page(page.offset, page.limit), total };
        const { offset, limit } = forwards(page, total);
        return { items: items.page(offset, limit).toReversed(), total };
      },
      select: (organization, collection, query) =>
        layerOf(shelves.get(organization), collection)?.select(query) ?? nothingFound,
      collections(organization) {
        const shelf = shelves.get(organization);
        return shelf ? filled(shelf).map(([name]) => name) : [];
      },
      change({ organization, collection, id }, step) {
        const current = layerOf(shelves.get(organization), collection)?.get(id);
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
      position: ({ organization, collection, id }) => layerOf(shelves.get(organization), collection)?.position(id),
      forgetBelow(organization, path) {
        const shelf = shelves.get(organization);
        for (const [name, items] of shelf ? filled(shelf) : []) {
          if (!name.startsWith(`${path}/`)) continue;
          // Collections shared with forks are hidden by a layer above them, others are dropped.
          if (!shelf?.below.has(name)) {
            shelf?.own.delete(name);
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
        replace(to, shelf && { below: frozen(shelf), own: new Map(), counter: shelf.counter });
      },
      organizations: () => [...shelves].filter(([, shelf]) => isFilled(shelf)).map(([name]) => name),
      size: () =>
        shelves
          .values()
          .flatMap(filled)
          .reduce((sum, [, { size }]) => sum + size, 0),
      dump(organization) {
        const shelf = shelves.get(organization);
        const collections = shelf
          ? filled(shelf).map(([name, items]) => [name, new Map(items.entries())] as const)
          : [];
        return { counter: shelf?.counter ?? 0, collections: new Map(collections) };
      },
      load(organization, { counter, collections }) {
        const own = new Map<string, Layer>();
        for (const [name, items] of collections) {
          const layer = createLayer();
          for (const [id, item] of items) layer.set(id, item);
          own.set(name, layer);
        }
        replace(organization, { below: nothing, own, counter });
      },
      reset: (organization) => replace(organization, undefined),
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

  function shelfOf(organization: string): Shelf {
    let shelf = shelves.get(organization);
    if (!shelf) shelves.set(organization, (shelf = { below: nothing, own: new Map(), counter: 0 }));
    return shelf;
  }

  function itemsOf(organization: string, collection: string): Layer {
    const { below, own } = shelfOf(organization);
    let items = own.get(collection);
    if (!items) own.set(collection, (items = createLayer(below.get(collection))));
    return items;
  }
}

function layerOf(shelf: Shelf | undefined, collection: string): Layer | undefined {
  return shelf?.own.get(collection) ?? shelf?.below.get(collection);
}

/** Freezes the collections of a shelf, and continues above them. Does nothing if there are no changes since. */
function frozen(shelf: Shelf): ReadonlyMap<string, Layer> {
  shelf.below = stacked(shelf.below, shelf.own);
  shelf.own.clear();
  return shelf.below;
}

/** The collections of a shelf that are not empty. */
function filled({ below, own }: Shelf): (readonly [string, Layer])[] {
  return [...new Map([...below, ...own])].filter(([, items]) => items.size > 0);
}

function isFilled({ below, own }: Shelf): boolean {
  const isLeft = ([name, { size }]: [string, Layer]): boolean => size > 0 && !own.has(name);
  return own.values().some(({ size }) => size > 0) || below.entries().some(isLeft);
}
