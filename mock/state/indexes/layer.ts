import type { Awaitable } from "../../model/awaitable.ts";
import type { Stored } from "../stored.ts";
import { sortedByNumber } from "./index-kinds.ts";
import { type Indexes, createIndexes } from "./indexes.ts";
import { type IdOrder, createIdOrder } from "../id-order.ts";
import type { Query, QueryResult } from "../query.ts";
import { mergeSorted } from "./sorted-list.ts";

/** Items by id in the order of creation: those of a frozen layer below, with the changes of this layer. */
export interface Layer {
  readonly size: number;
  get(id: string): Stored | undefined;
  set(id: string, item: Stored): void;
  delete(id: string): void;
  /** Restores a deleted item at its former position. */
  putBack(id: string, item: Stored, number: number): void;
  /** The number of an item. Later items have higher numbers. */
  number(id: string): number | undefined;
  /** The number of the next new item. */
  readonly nextNumber: number;
  page(offset: number, limit: number): Stored[];
  /** The position of an item. */
  position(id: string): number | undefined;
  readonly below: Layer | undefined;
  /** Number of ids in which it differs from the layer below. */
  readonly changes: number;
  /** Applies the changes of this layer to another one. */
  replay(target: Layer): void;
  /** Every item with its id, in order. */
  entries(): IteratorObject<[string, Stored]>;
  /** Indexes of its own items, without those below. Built on first access. */
  level(): Level;
  /** The items that match a query, here and below. */
  select(query: Query): Awaitable<QueryResult>;
}

/** The items of one layer, by number. */
interface Level {
  readonly indexes: Indexes;
  /** Numbers of the items below that this layer replaces or deletes. */
  readonly hidden: ReadonlySet<number>;
  read(number: number): Stored | undefined;
}

/** An item with its number. */
interface Entry {
  readonly number: number;
  readonly item: Stored;
}

/** Pages that start before this position are found by iterating. The first later page computes the whole order. */
const MAX_ITERATED_POSITION = 1024;

/** Creates a layer above another one, which must not change any more, or above none. */
export function createLayer(below?: Layer): Layer {
  /** Items that are new, or that replace one below. */
  const own = new Map<string, Entry>();
  /** Ids from below that this layer deletes. */
  const deletedIds = new Set<string>();
  /** Number of items in `own` that replace one below. */
  let replacedCount = 0;
  let nextNumber = below?.nextNumber ?? 0;
  let order: IdOrder | undefined;
  const hiddenNumbers = new Set<number>();
  /** Ids of its own items by number, while they are indexed. */
  let ids: Map<number, string> | undefined;
  let indexes: Indexes | undefined;

  const layer: Layer = {
    get size() {
      return currentSize();
    },
    get,
    set(id, item) {
      let knownNumber = own.get(id)?.number;
      if (knownNumber === undefined) {
        knownNumber = deletedIds.has(id) ? undefined : below?.number(id);
        if (knownNumber === undefined) order?.add(id);
        else {
          replacedCount++;
          hiddenNumbers.add(knownNumber);
        }
      }
      const itemNumber = knownNumber ?? nextNumber++;
      own.set(id, { number: itemNumber, item });
      if (ids) updateIndexes(itemNumber, id);
    },
    delete(id) {
      order?.delete(id);
      const numberBelow = deletedIds.has(id) ? undefined : below?.number(id);
      const existsBelow = numberBelow !== undefined;
      const itemNumber = own.get(id)?.number;
      if (own.delete(id) && existsBelow) replacedCount--;
      if (existsBelow) {
        deletedIds.add(id);
        hiddenNumbers.add(numberBelow);
      }
      if (itemNumber !== undefined && ids) updateIndexes(itemNumber, undefined);
    },
    putBack(id, item, itemNumber) {
      // The layer below may have been merged meanwhile, with its numbers.
      nextNumber = Math.max(nextNumber, itemNumber + 1);
      const existsBelow = below?.number(id) === itemNumber;
      if (existsBelow) {
        deletedIds.delete(id);
        hiddenNumbers.delete(itemNumber);
      }
      if (!existsBelow || below?.get(id) !== item) {
        own.set(id, { number: itemNumber, item });
        if (existsBelow) {
          replacedCount++;
          hiddenNumbers.add(itemNumber);
        }
      }
      ids = indexes = undefined;
      const sorted = [...own].toSorted(([, one], [, other]) => one.number - other.number);
      own.clear();
      for (const [each, entry] of sorted) own.set(each, entry);
      order = undefined;
    },
    number: findNumber,
    get nextNumber() {
      return nextNumber;
    },
    page(offset, limit) {
      if (offset >= MAX_ITERATED_POSITION && offset < currentSize()) {
        return currentOrder()
          .slice(offset, limit)
          .map((id) => get(id) as Stored);
      }
      if (below) return [...entries().drop(offset).take(limit)].map(([, item]) => item);
      const items: Stored[] = [];
      let position = 0;
      for (const { item } of own.values()) {
        if (items.length >= limit) break;
        if (position++ >= offset) items.push(item);
      }
      return items;
    },
    position(id) {
      if (get(id) === undefined) return undefined;
      if (currentSize() <= MAX_ITERATED_POSITION)
        return entries()
          .map(([each]) => each)
          .toArray()
          .indexOf(id);
      return currentOrder().position(id);
    },
    below,
    get changes() {
      return own.size + deletedIds.size;
    },
    replay(target) {
      for (const id of deletedIds) target.delete(id);
      for (const [id, { item }] of own) target.set(id, item);
    },
    entries,
    level,
    select: (query) => selectFrom(listLevels(layer), query),
  };
  return layer;

  function level(): Level {
    ids ??= new Map([...own].map(([id, { number }]) => [number, id]));
    const names = ids;
    const readOwn = (number: number): Stored | undefined => own.get(names.get(number) ?? "")?.item;
    // An id may be empty, so the number shows whether the item exists.
    const readIndexed = (number: number): Stored | undefined => (names.has(number) ? readOwn(number) : undefined);
    indexes ??= createIndexes({ all: () => names.keys(), read: readIndexed });
    return { indexes, hidden: hiddenNumbers, read: readIndexed };
  }

  function updateIndexes(number: number, id: string | undefined): void {
    if (id === undefined) {
      ids?.delete(number);
      indexes?.drop(number);
    } else {
      ids?.set(number, id);
      indexes?.touch(number);
    }
  }

  function currentOrder(): IdOrder {
    return (order ??= createIdOrder(entries().map(([id]) => id)));
  }

  function currentSize(): number {
    return own.size - replacedCount + (below ? below.size - deletedIds.size : 0);
  }

  function get(id: string): Stored | undefined {
    return own.get(id)?.item ?? (below === undefined || deletedIds.has(id) ? undefined : below.get(id));
  }

  function findNumber(id: string): number | undefined {
    return own.get(id)?.number ?? (deletedIds.has(id) ? undefined : below?.number(id));
  }

  function entries(): IteratorObject<[string, Stored]> {
    if (below) return entriesAbove(below);
    return own.entries().map(([id, { item }]): [string, Stored] => [id, item]);
  }

  function* entriesAbove(lower: Layer): Generator<[string, Stored], undefined> {
    for (const [id, item] of lower.entries()) if (!deletedIds.has(id)) yield [id, own.get(id)?.item ?? item];
    // An item that was deleted and created again is new, and comes last.
    for (const [id, { item }] of own) if (deletedIds.has(id) || lower.get(id) === undefined) yield [id, item];
    return undefined;
  }
}

/** A layer is merged into the one above it once that one has this share of its changes. */
const MERGED_SHARE = 1 / 4;

/**
 * Merges small layers into the frozen layer above them. The number of layers stays logarithmic in the number of items,
 * deleted items are dropped, and each change pays little for it.
 */
export function compactLayers(layer: Layer): Layer {
  let result = layer;
  while (result.below && result.changes >= result.below.changes * MERGED_SHARE) {
    const mergedLayer = createLayer(result.below.below);
    result.below.replay(mergedLayer);
    result.replay(mergedLayer);
    result = mergedLayer;
  }
  return result;
}

/**
 * Freezes collections, each with the changes above it. Empty collections are dropped, because the path of a nested
 * collection never recurs once its parent is deleted.
 */
export function freezeCollections(
  below: ReadonlyMap<string, Layer>,
  above: ReadonlyMap<string, Layer>,
): ReadonlyMap<string, Layer> {
  const changed = [...above].filter(([, items]) => items.changes > 0);
  if (changed.length === 0) return below;
  const all = new Map([...below, ...changed.map(([name, items]) => [name, compactLayers(items)] as const)]);
  for (const [name] of changed) if (all.get(name)?.size === 0) all.delete(name);
  return all;
}

function listLevels(top: Layer): Level[] {
  const levels: Level[] = [];
  for (let layer: Layer | undefined = top; layer; layer = layer.below) levels.push(layer.level());
  return levels;
}

/** The result of a query over layers, at once if all indexes are up to date. */
function selectFrom(levels: readonly Level[], query: Query): Awaitable<QueryResult> {
  const waits = levels.map(({ indexes }) => indexes.ready(query)).filter((ready) => ready !== undefined);
  if (waits.length === 0) return queryLevels(levels, query);
  return Promise.all(waits).then(() => {
    const found = queryLevels(levels, query);
    // A copy, because the index may change before the caller reads the rows.
    return { ...found, rows: found.rows.slice() };
  });
}

/** The result of a query over layers with indexes that are up to date. */
function queryLevels(levels: readonly Level[], query: Query): QueryResult {
  const { order } = query;
  const [only, ...others] = levels;
  const selectLevelRows = ({ indexes }: Level): readonly number[] => indexes.rowsOf(query);
  if (only && others.length === 0)
    return {
      rows: selectLevelRows(only),
      read: only.read,
      keyOf: (row) => (order ? only.indexes.keyOf(order, row) : []),
    };
  return foundInSeveral(levels, order, selectLevelRows);
}

/** An upper layer hides the items below that it replaces. */
function foundInSeveral(
  levels: readonly Level[],
  order: Query["order"],
  rowsOf: (level: Level) => readonly number[],
): QueryResult {
  const parts = levels.map((level, depth) => {
    const rows = rowsOf(level);
    const above = levels.slice(0, depth).filter(({ hidden: hiddenNumbers }) => hiddenNumbers.size > 0);
    if (above.length === 0) return rows;
    return rows.filter((row) => !above.some(({ hidden: hiddenNumbers }) => hiddenNumbers.has(row)));
  });
  const findLevel = (row: number): Level | undefined =>
    levels.find(
      ({ read }, depth) =>
        read(row) && !levels.slice(0, depth).some(({ hidden: hiddenNumbers }) => hiddenNumbers.has(row)),
    );
  const readRowKey: QueryResult["keyOf"] = (row) => (order && findLevel(row)?.indexes.keyOf(order, row)) ?? [];
  const tieSign = order?.isReversed ? -1 : 1;
  const compareRows = (one: number, other: number): number =>
    order?.compare(readRowKey(one), readRowKey(other)) || tieSign * (one - other);
  const nonEmptyParts = parts.filter((rows) => rows.length > 0);
  return {
    rows: order
      ? nonEmptyParts.reduce((one, other) => mergeSorted(one, other, compareRows), [])
      : nonEmptyParts.length > 1
        ? sortedByNumber(nonEmptyParts.flat())
        : (nonEmptyParts[0] ?? []),
    read: (row) => findLevel(row)?.read(row),
    keyOf: readRowKey,
  };
}
