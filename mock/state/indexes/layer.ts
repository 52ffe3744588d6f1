import type { Stored } from "../stored.ts";
import { ascending } from "./index-kinds.ts";
import { type Indexes, createIndexes } from "./indexes.ts";
import { type Order, createOrder } from "../order.ts";
import type { Query, Selected } from "../query.ts";
import { merged } from "./sorted-list.ts";

/** Items by id in the order of creation: those of a frozen layer below, with changes of its own above. */
export interface Layer {
  readonly size: number;
  get(id: string): Stored | undefined;
  set(id: string, item: Stored): void;
  delete(id: string): void;
  /** Puts an item that was deleted back to the place in the order that it had. */
  putBack(id: string, item: Stored, number: number): void;
  /** The number of an item in the order of creation: a later one has a higher number. */
  number(id: string): number | undefined;
  /** The number that the next new item gets. */
  readonly nextNumber: number;
  page(offset: number, limit: number): Stored[];
  /** Where an item is in the order. */
  position(id: string): number | undefined;
  readonly below: Layer | undefined;
  /** In how many ids it differs from what is below it. */
  readonly changes: number;
  /** Does to another layer what was done to this one since it is above what is below it. */
  replay(target: Layer): void;
  /** Every item with its id, in order. */
  entries(): IteratorObject<[string, Stored]>;
  /** What its items are indexed by, those below not among them; made when it is first asked for. */
  level(): Level;
  /** The items for which a query holds, here and below. */
  select(query: Query): Promise<Selected>;
}

/** The items of one layer alone, by their numbers. */
interface Level {
  readonly indexes: Indexes;
  /** The numbers of the items below that are replaced or gone here. */
  readonly hidden: ReadonlySet<number>;
  read(number: number): Stored | undefined;
}

/** An item, and its number in the order of creation. */
interface Entry {
  readonly number: number;
  readonly item: Stored;
}

/** Pages that begin before this are walked to; for the first that does not, the order of all is worked out. */
const WALKED = 1024;

/** A layer above another one, which may not change any more, or above nothing. */
export function createLayer(below?: Layer): Layer {
  /** Items that are new here, or that stand in the place of one below. */
  const own = new Map<string, Entry>();
  /** Ids that come from below, and are gone here. */
  const gone = new Set<string>();
  /** How many of `own` stand in the place of one below. */
  let replaced = 0;
  let nextNumber = below?.nextNumber ?? 0;
  let order: Order | undefined;
  const hidden = new Set<number>();
  /** The ids of its own items, while they are indexed. */
  let ids: Map<number, string> | undefined;
  let indexes: Indexes | undefined;

  const layer: Layer = {
    get size() {
      return sizeNow();
    },
    get,
    set(id, item) {
      let known = own.get(id)?.number;
      if (known === undefined) {
        known = gone.has(id) ? undefined : below?.number(id);
        if (known === undefined) order?.add(id);
        else {
          replaced++;
          hidden.add(known);
        }
      }
      const its = known ?? nextNumber++;
      own.set(id, { number: its, item });
      if (ids) written(its, id);
    },
    delete(id) {
      order?.delete(id);
      const numberBelow = gone.has(id) ? undefined : below?.number(id);
      const isBelow = numberBelow !== undefined;
      const its = own.get(id)?.number;
      if (own.delete(id) && isBelow) replaced--;
      if (isBelow) {
        gone.add(id);
        hidden.add(numberBelow);
      }
      if (its !== undefined && ids) written(its, undefined);
    },
    putBack(id, item, its) {
      // What is below may have been forgotten meanwhile, with its numbers.
      nextNumber = Math.max(nextNumber, its + 1);
      const isBelow = below?.number(id) === its;
      if (isBelow) {
        gone.delete(id);
        hidden.delete(its);
      }
      if (!isBelow || below?.get(id) !== item) {
        own.set(id, { number: its, item });
        if (isBelow) {
          replaced++;
          hidden.add(its);
        }
      }
      ids = indexes = undefined;
      const sorted = [...own].toSorted(([, one], [, other]) => one.number - other.number);
      own.clear();
      for (const [each, entry] of sorted) own.set(each, entry);
      order = undefined;
    },
    number: numberOf,
    get nextNumber() {
      return nextNumber;
    },
    page(offset, limit) {
      if (offset >= WALKED && offset < sizeNow()) {
        return orderNow()
          .slice(offset, limit)
          .map((id) => get(id) as Stored);
      }
      if (!below) return [...own.values().drop(offset).take(limit)].map(({ item }) => item);
      return [...entries().drop(offset).take(limit)].map(([, item]) => item);
    },
    position(id) {
      if (get(id) === undefined) return undefined;
      if (sizeNow() <= WALKED)
        return entries()
          .map(([each]) => each)
          .toArray()
          .indexOf(id);
      return orderNow().position(id);
    },
    below,
    get changes() {
      return own.size + gone.size;
    },
    replay(target) {
      for (const id of gone) target.delete(id);
      for (const [id, { item }] of own) target.set(id, item);
    },
    entries,
    level,
    select: (query) => selected(levelsOf(layer), query),
  };
  return layer;

  function level(): Level {
    ids ??= new Map([...own].map(([id, { number }]) => [number, id]));
    const names = ids;
    const read = (number: number): Stored | undefined => own.get(names.get(number) ?? "")?.item;
    // An id may be the empty text, so what there is not is asked for by its number.
    const readOwn = (number: number): Stored | undefined => (names.has(number) ? read(number) : undefined);
    indexes ??= createIndexes({ all: () => names.keys(), read: readOwn });
    return { indexes, hidden, read: readOwn };
  }

  function written(number: number, id: string | undefined): void {
    if (id === undefined) {
      ids?.delete(number);
      indexes?.drop(number);
    } else {
      ids?.set(number, id);
      indexes?.touch(number);
    }
  }

  function orderNow(): Order {
    return (order ??= createOrder(entries().map(([id]) => id)));
  }

  function sizeNow(): number {
    return own.size - replaced + (below ? below.size - gone.size : 0);
  }

  function get(id: string): Stored | undefined {
    return own.get(id)?.item ?? (below === undefined || gone.has(id) ? undefined : below.get(id));
  }

  function numberOf(id: string): number | undefined {
    return own.get(id)?.number ?? (gone.has(id) ? undefined : below?.number(id));
  }

  function entries(): IteratorObject<[string, Stored]> {
    return below ? together(below) : own.entries().map(([id, { item }]): [string, Stored] => [id, item]);
  }

  function* together(lower: Layer): Generator<[string, Stored], undefined> {
    for (const [id, item] of lower.entries()) if (!gone.has(id)) yield [id, own.get(id)?.item ?? item];
    // What was deleted and made again is new, and comes after all that stayed.
    for (const [id, { item }] of own) if (gone.has(id) || lower.get(id) === undefined) yield [id, item];
    return undefined;
  }
}

/** A layer is taken up into the one above it as soon as that has this share of its changes. */
const WORTH = 1 / 4;

/**
 * A layer that will not change any more, without layers below it that are not worth having. So there are
 * never more layers than a logarithm of what they hold, what was deleted long ago is forgotten, and
 * taking up costs each change little.
 */
export function compacted(layer: Layer): Layer {
  let result = layer;
  while (result.below && result.changes >= result.below.changes * WORTH) {
    const both = createLayer(result.below.below);
    result.below.replay(both);
    result.replay(both);
    result = both;
  }
  return result;
}

/**
 * Collections that will not change any more, each with what is above it. One in which nothing is left is forgotten:
 * the path of a nested collection never comes again once its parent is gone.
 */
export function stacked(
  below: ReadonlyMap<string, Layer>,
  above: ReadonlyMap<string, Layer>,
): ReadonlyMap<string, Layer> {
  const changed = [...above].filter(([, items]) => items.changes > 0);
  if (changed.length === 0) return below;
  const all = new Map([...below, ...changed.map(([name, items]) => [name, compacted(items)] as const)]);
  for (const [name] of changed) if (all.get(name)?.size === 0) all.delete(name);
  return all;
}

function levelsOf(top: Layer): Level[] {
  const levels: Level[] = [];
  for (let layer: Layer | undefined = top; layer; layer = layer.below) levels.push(layer.level());
  return levels;
}

/** What a query finds in layers, of which an upper one hides what it replaces of those below. */
async function selected(levels: readonly Level[], query: Query): Promise<Selected> {
  for (const { indexes } of levels) await indexes.ready(query);
  const { conditions, order } = query;
  const parts = levels.map(({ indexes }, depth) => {
    const found = indexes.find(conditions);
    const rows = order ? indexes.ordered(order, found) : (found ?? []);
    const above = levels.slice(0, depth).filter(({ hidden }) => hidden.size > 0);
    return above.length === 0 ? rows : rows.filter((row) => !above.some(({ hidden }) => hidden.has(row)));
  });
  const levelOf = (row: number): Level | undefined =>
    levels.find(({ read }, depth) => read(row) && !levels.slice(0, depth).some(({ hidden }) => hidden.has(row)));
  const keyOf: Selected["keyOf"] = (row) => (order && levelOf(row)?.indexes.keyOf(order, row)) ?? [];
  const turned = order?.isReversed ? -1 : 1;
  const inOrder = (one: number, other: number): number =>
    order?.compare(keyOf(one), keyOf(other)) || turned * (one - other);
  const filled = parts.filter((rows) => rows.length > 0);
  return {
    rows: order
      ? filled.reduce((one, other) => merged(one, other, inOrder), [])
      : filled.length > 1
        ? ascending(filled.flat())
        : (filled[0] ?? []).slice(),
    read: (row) => levelOf(row)?.read(row),
    keyOf,
  };
}
