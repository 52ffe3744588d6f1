import type { BaseCollections } from "./base-collections.ts";
import { type Layer, createLayer, freezeCollections } from "./indexes/layer.ts";
import { inCreationOrder } from "./pages.ts";
import { emptyResult } from "./query.ts";
import type { Address, Step, Store } from "./store.ts";
import type { Stored } from "./stored.ts";
import { type Transaction, withUnits } from "./units.ts";

/** The collections of an organization: a base, frozen ones, which forks may share, and its own changes above them. */
interface OrganizationLayers {
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

const noLayers: ReadonlyMap<string, Layer> = new Map();

/** Creates a store that lives as long as the process. */
export function createMemoryStore(): Store {
  const layersByOrganization = new Map<string, OrganizationLayers>();
  /** Base of organizations without changes. */
  let base: Base | undefined;
  /** Functions that undo the changes of the open transaction. */
  let undoSteps: (() => void)[] | undefined;
  const transaction: Transaction = {
    begin: () => void (undoSteps = []),
    commit: () => void (undoSteps = undefined),
    rollback() {
      for (const undo of undoSteps?.toReversed() ?? []) undo();
      undoSteps = undefined;
    },
  };

  return withUnits<Store>(
    {
      read: ({ organization, collection, id }) => findLayer(organization, collection)?.get(id),
      list(organization, collection, page) {
        const items = findLayer(organization, collection);
        if (!items) return { items: [], total: 0 };
        const { size: total } = items;
        if (!page.isReversed) return { items: items.page(page.offset, page.limit), total };
        const { offset, limit } = inCreationOrder(page, total);
        return { items: items.page(offset, limit).toReversed(), total };
      },
      select: (organization, collection, query) => findLayer(organization, collection)?.select(query) ?? emptyResult,
      collections(organization) {
        return nonEmptyCollections(readLayers(organization)).map(([name]) => name);
      },
      change: changeItem,
      position: ({ organization, collection, id }) => findLayer(organization, collection)?.position(id),
      forgetBelow,
      next: (organization) => ++openLayers(organization).counter,
      fork(from, to) {
        const layers = layersByOrganization.get(from);
        if (from === to) return;
        replace(to, layers && { ...layers, below: freezeLayers(layers), own: new Map() });
      },
      organizations: () => [...layersByOrganization].filter(([, layers]) => hasOwnState(layers)).map(([name]) => name),
      size: () =>
        layersByOrganization
          .values()
          .flatMap(nonEmptyCollections)
          .reduce((sum, [, { size }]) => sum + size, 0),
      dump(organization) {
        const layers = readLayers(organization);
        const collections = nonEmptyCollections(layers).map(
          ([name, items]) => [name, new Map(items.entries())] as const,
        );
        return { counter: layers.counter, collections: new Map(collections) };
      },
      load(organization, { counter, collections }) {
        const own = new Map<string, Layer>();
        for (const [name, items] of collections) {
          const layer = createLayer();
          for (const [id, item] of items) layer.set(id, item);
          own.set(name, layer);
        }
        replace(organization, { base: undefined, below: noLayers, own, counter });
      },
      reset: (organization) => replace(organization, undefined),
      setBase(next) {
        base = next && createBase(next);
      },
    },
    transaction,
  );

  function changeItem({ organization, collection, id }: Address, step: Step): ReturnType<Step> {
    const current = findLayer(organization, collection)?.get(id);
    const next = step(current);
    // A step without effect must not create an organization: clients can invent any number of names.
    if (next === null) {
      if (current) dropItem({ organization, collection, id }, openItems(organization, collection));
    } else if (!("refused" in next)) {
      openItems(organization, collection).set(id, next);
      undoSteps?.push(() => {
        const its = openItems(organization, collection);
        if (current) its.set(id, current);
        else its.delete(id);
      });
    }
    return next;
  }

  function forgetBelow(organization: string, path: string): void {
    const layers = readLayers(organization);
    for (const [name, items] of nonEmptyCollections(layers)) {
      if (!name.startsWith(`${path}/`)) continue;
      // Collections shared with forks are hidden by a layer above them, others are dropped.
      if (!layers.below.has(name) && !layers.base?.layer(name)) {
        layers.own.delete(name);
        undoSteps?.push(() => openLayers(organization).own.set(name, items));
      } else
        for (const [id] of items.entries())
          dropItem({ organization, collection: name, id }, openItems(organization, name));
    }
  }

  function replace(organization: string, layers: OrganizationLayers | undefined): void {
    const before = layersByOrganization.get(organization);
    if (layers) layersByOrganization.set(organization, layers);
    else layersByOrganization.delete(organization);
    if (before !== layers) undoSteps?.push(() => replace(organization, before));
  }

  function dropItem({ organization, collection, id }: Address, items: Layer): void {
    const [current, number] = [items.get(id), items.number(id)];
    items.delete(id);
    if (current && number !== undefined)
      undoSteps?.push(() => openItems(organization, collection).putBack(id, current, number));
  }

  /** The layers of an organization. Creates no organization, because a read must not. */
  function readLayers(organization: string): OrganizationLayers {
    return layersByOrganization.get(organization) ?? { base, below: noLayers, own: new Map(), counter: 0 };
  }

  function findLayer(organization: string, collection: string): Layer | undefined {
    const layers = layersByOrganization.get(organization);
    if (layers) return pickLayer(layers, collection);
    return base?.layer(collection);
  }

  function openLayers(organization: string): OrganizationLayers {
    let layers = layersByOrganization.get(organization);
    if (!layers) layersByOrganization.set(organization, (layers = readLayers(organization)));
    return layers;
  }

  function openItems(organization: string, collection: string): Layer {
    const layers = openLayers(organization);
    let items = layers.own.get(collection);
    if (!items) layers.own.set(collection, (items = createLayer(pickLayer(layers, collection))));
    return items;
  }
}

function pickLayer({ base, below, own }: OrganizationLayers, collection: string): Layer | undefined {
  return own.get(collection) ?? below.get(collection) ?? base?.layer(collection);
}

/** Freezes the collections of an organization, and continues above them. Does nothing if there are no changes since. */
function freezeLayers(layers: OrganizationLayers): ReadonlyMap<string, Layer> {
  const emptied = [...layers.own].filter(([name, { size }]) => size === 0 && layers.base?.layer(name));
  // An emptied collection of the base stays, so that the base does not show through.
  const below = freezeCollections(layers.below, layers.own);
  layers.below = emptied.length === 0 ? below : new Map([...below, ...emptied]);
  layers.own.clear();
  return layers.below;
}

/** The collections of an organization that are not empty. */
function nonEmptyCollections({ base, below, own }: OrganizationLayers): (readonly [string, Layer])[] {
  const baseCollections = [...(base?.names() ?? [])].flatMap((name) => {
    const layer = base?.layer(name);
    return layer ? [[name, layer] as const] : [];
  });
  return [...new Map([...baseCollections, ...below, ...own])].filter(([, items]) => items.size > 0);
}

/** True if an organization has items of its own, or lacks some of its base. */
function hasOwnState({ base, below, own }: OrganizationLayers): boolean {
  const isChanged = ([name, { size, changes }]: [string, Layer]): boolean =>
    size > 0 || (changes > 0 && base?.layer(name) !== undefined);
  return own.entries().some(isChanged) || below.entries().some((entry) => !own.has(entry[0]) && isChanged(entry));
}

function createBase(collections: BaseCollections): Base {
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
