import type { Stored } from "../../state/stored.ts";
import type { JsonObject } from "../../../contracts/index.ts";
import type { Call } from "../../calls/call.ts";
import type { Condition, Ordering, QueryResult, SortKey } from "../../state/query.ts";
import { mergeSorted } from "../../state/indexes/sorted-list.ts";
import { type Awaitable, whenKnown } from "../../model/awaitable.ts";
import type { RequestedSelection } from "./selection.ts";
import { type SortKeys, compareValues, sortValueOf } from "./sorting.ts";
import type { DefaultOrder } from "./default-order.ts";

/** Items of a list that indexes found. */
export interface FoundItems {
  readonly total: number;
  slice(offset: number, limit: number): readonly Stored[];
  /** Returns the position of the first item with an id. */
  position(id: string): Awaitable<number | undefined>;
}

interface LookupInput {
  viewOf(stored: Stored): JsonObject;
  idOf(stored: Stored): string | undefined;
  readonly defaultOrder: DefaultOrder;
}

/** Maximum number of orders that are cached. Requests can select any order. */
const MAX_ORDERS = 64;

/**
 * Compiles the lookup of items by indexes, without reading the whole list. Undefined if the store has no indexes, or if
 * the request selects all items in the order of creation.
 */
export function createLookup({ viewOf, idOf, defaultOrder }: LookupInput) {
  const orders = new Map<string, Ordering>();
  const idsOf = (stored: Stored): readonly string[] => {
    const id = idOf(stored);
    return id === undefined ? [] : [id];
  };

  return (
    { store, world: { organization } }: Call,
    collections: readonly string[],
    select: RequestedSelection | undefined,
  ): Awaitable<FoundItems | undefined> => {
    const { conditions, keys = [] } = select ?? { conditions: [] };
    const order = keys.length > 0 || defaultOrder.keys ? orderBy(keys) : undefined;
    const { select: selectRows } = store;
    if (!selectRows || !conditions || (conditions.length === 0 && !order)) return undefined;
    /** Rows with an id, by collection. */
    const positionsOf = (id: string): Awaitable<readonly QueryResult[]> => {
      const named: Condition = { kind: "among", keysOf: idsOf, wanted: new Set([id]) };
      return inTurn(collections, (name) => selectRows(organization, name, { conditions: [named] }));
    };
    const found = inTurn(collections, (name) => selectRows(organization, name, { conditions, order }));
    return whenKnown(found, (parts) => itemsOf(parts, order, positionsOf));
  };

  function itemsOf(
    parts: readonly QueryResult[],
    order: Ordering | undefined,
    positionsOf: (id: string) => Awaitable<readonly QueryResult[]>,
  ): FoundItems {
    const { rows: found, partNumbers } = joinRows(parts, order, defaultOrder.isReversed);
    let rows = found;
    const partOf = (index: number): number => partNumbers?.[index] ?? 0;
    return {
      total: rows.length,
      slice(offset, limit) {
        const items: Stored[] = [];
        const end = Math.min(rows.length, offset + limit);
        for (let index = offset; index < end; index++) {
          const item = parts[partOf(index)]?.read(rows[index] as number);
          if (item) items.push(item);
        }
        return items;
      },
      position(id) {
        // A copy, because the index may change while the position is awaited.
        rows = rows.slice();
        return whenKnown(positionsOf(id), (named) => {
          const ids = named.map((part) => new Set(part.rows));
          const at = rows.findIndex((row, index) => ids[partOf(index)]?.has(row));
          return at < 0 ? undefined : at;
        });
      },
    };
  }

  /** The requested order, then the default one. Each object is created once, because it identifies an index. */
  function orderBy(keys: SortKeys): Ordering {
    const { keys: defaultKeys = [], isReversed } = defaultOrder;
    const name = JSON.stringify(keys);
    let order = orders.get(name);
    if (!order) {
      const signs = [...keys, ...defaultKeys].map(({ sign }) => sign);
      order = {
        keyOf(stored) {
          const view = keys.length > 0 ? viewOf(stored) : {};
          return [
            ...keys.map(({ property }) => sortValueOf(view, property)),
            ...defaultKeys.map(({ property }) => sortValueOf(stored.value, property)),
          ];
        },
        compare: (one, other) => compareKeys(signs, one, other),
        isReversed,
      };
      if (orders.size >= MAX_ORDERS) orders.clear();
      orders.set(name, order);
    }
    return order;
  }
}

/** Results for each name, one after the other: at once if all of them are known. */
function inTurn<T>(names: readonly string[], resultOf: (name: string) => Awaitable<T>): Awaitable<readonly T[]> {
  const [only, ...others] = names;
  if (only !== undefined && others.length === 0) return whenKnown(resultOf(only), (result) => [result]);
  return Promise.resolve().then(async () => {
    const results: T[] = [];
    for (const name of names) results.push(await resultOf(name));
    return results;
  });
}

function compareKeys(signs: readonly (1 | -1)[], one: SortKey, other: SortKey): number {
  for (const [index, sign] of signs.entries()) {
    const result = compareValues(one[index], other[index], sign);
    if (result !== 0) return result;
  }
  return 0;
}

interface JoinedRows {
  readonly rows: readonly number[];
  /** Part of each row. Undefined if there is only one part. */
  readonly partNumbers?: readonly number[];
}

/** Rows of all collections in one order. Without an order, one collection follows the other. */
function joinRows(parts: readonly QueryResult[], order: Ordering | undefined, isReversed: boolean): JoinedRows {
  const [only, ...others] = parts;
  if (!only) return { rows: [] };
  if (others.length === 0) return { rows: order || !isReversed ? only.rows : only.rows.toReversed() };
  const lists = parts.map(({ rows }, owner) => rows.map((row) => ({ row, part: owner })));
  const ownerSign = isReversed ? -1 : 1;
  const all = order
    ? lists.reduce<readonly RowOfPart[]>((one, other) => mergeSorted(one, other, compareRows), [])
    : isReversed
      ? lists.flat().toReversed()
      : lists.flat();
  return { rows: all.map(({ row }) => row), partNumbers: all.map(({ part: owner }) => owner) };

  function compareRows(one: RowOfPart, other: RowOfPart): number {
    const [key, otherKey] = [one, other].map(({ part: owner, row }) => parts[owner]?.keyOf(row) ?? []) as [
      SortKey,
      SortKey,
    ];
    return (order as Ordering).compare(key, otherKey) || ownerSign * (one.part - other.part);
  }
}

interface RowOfPart {
  readonly row: number;
  readonly part: number;
}
