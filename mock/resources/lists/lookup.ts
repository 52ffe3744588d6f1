import type { Stored } from "../../state/stored.ts";
import type { JsonObject } from "../../../contracts/index.ts";
import type { Call } from "../../calls/call.ts";
import type { Condition, Ordering, Selected, SortKey } from "../../state/query.ts";
import { merged } from "../../state/indexes/sorted-list.ts";
import type { Awaitable } from "../../state/store.ts";
import type { Select } from "./selection.ts";
import { type SortKeys, compareValues } from "./sorting.ts";
import type { UsualOrder } from "./usual-order.ts";

/** Items of a list that indexes found. */
export interface Found {
  readonly total: number;
  slice(offset: number, limit: number): Awaitable<readonly Stored[]>;
  /** Returns the position of the first item with an id. */
  position(id: string): Awaitable<number | undefined>;
}

interface Shows {
  viewOf(stored: Stored): JsonObject;
  idOf(stored: Stored): string | undefined;
  readonly usual: UsualOrder;
}

/** Maximum number of orders that are cached. Requests can select any order. */
const MOST_ORDERS = 64;

/**
 * Compiles the lookup of items by indexes, without reading the whole list. Undefined if the store has no indexes, or if
 * the request selects all items in the order of creation.
 */
export function createLookup({ viewOf, idOf, usual }: Shows) {
  const orders = new Map<string, Ordering>();
  const idsOf = (stored: Stored): readonly string[] => {
    const id = idOf(stored);
    return id === undefined ? [] : [id];
  };

  return async (
    { store, world: { organization } }: Call,
    collections: readonly string[],
    select: Select | undefined,
  ): Promise<Found | undefined> => {
    const { conditions = [], keys = [] } = select ?? {};
    const order = keys.length > 0 || usual.keys ? orderBy(keys) : undefined;
    if (!store.select || (conditions.length === 0 && !order)) return undefined;
    const { select: ask } = store;
    const parts: Selected[] = [];
    for (const name of collections) parts.push(await ask(organization, name, { conditions, order }));
    const { rows, owners } = joined(parts, order, usual.isReversed);
    const ownerOf = (index: number): number => owners?.[index] ?? 0;
    return {
      total: rows.length,
      slice: (offset, limit) =>
        rows.slice(offset, offset + limit).flatMap((row, index) => parts[ownerOf(offset + index)]?.read(row) ?? []),
      async position(id) {
        const named: Condition = { kind: "among", keysOf: idsOf, wanted: new Set([id]) };
        const ids: ReadonlySet<number>[] = [];
        for (const name of collections)
          ids.push(new Set((await ask(organization, name, { conditions: [named] })).rows));
        const at = rows.findIndex((row, index) => ids[ownerOf(index)]?.has(row));
        return at < 0 ? undefined : at;
      },
    };
  };

  /** The requested order, then the usual one. Each object is created once, because it identifies an index. */
  function orderBy(keys: SortKeys): Ordering {
    const { keys: usually = [], isReversed } = usual;
    const name = JSON.stringify(keys);
    let order = orders.get(name);
    if (!order) {
      const signs = [...keys, ...usually].map(({ sign }) => sign);
      order = {
        keyOf(stored) {
          const view = keys.length > 0 ? viewOf(stored) : {};
          return [
            ...keys.map(({ property }) => view[property]),
            ...usually.map(({ property }) => stored.value[property]),
          ];
        },
        compare: (one, other) => compared(signs, one, other),
        isReversed,
      };
      if (orders.size >= MOST_ORDERS) orders.clear();
      orders.set(name, order);
    }
    return order;
  }
}

function compared(signs: readonly (1 | -1)[], one: SortKey, other: SortKey): number {
  for (const [index, sign] of signs.entries()) {
    const result = compareValues(one[index], other[index], sign);
    if (result !== 0) return result;
  }
  return 0;
}

interface Joined {
  readonly rows: readonly number[];
  /** Part of each row. Undefined if there is only one part. */
  readonly owners?: readonly number[];
}

/** Rows of all collections in one order. Without an order, one collection follows the other. */
function joined(parts: readonly Selected[], order: Ordering | undefined, isReversed: boolean): Joined {
  const [only, ...others] = parts;
  if (!only) return { rows: [] };
  if (others.length === 0) return { rows: order || !isReversed ? only.rows : only.rows.toReversed() };
  const lists = parts.map(({ rows }, owner) => rows.map((row) => ({ row, owner })));
  const turned = isReversed ? -1 : 1;
  const all = order
    ? lists.reduce<readonly Owned[]>((one, other) => merged(one, other, inOrder), [])
    : isReversed
      ? lists.flat().toReversed()
      : lists.flat();
  return { rows: all.map(({ row }) => row), owners: all.map(({ owner }) => owner) };

  function inOrder(one: Owned, other: Owned): number {
    const [key, otherKey] = [one, other].map(({ owner, row }) => parts[owner]?.keyOf(row) ?? []) as [SortKey, SortKey];
    return (order as Ordering).compare(key, otherKey) || turned * (one.owner - other.owner);
  }
}

interface Owned {
  readonly row: number;
  readonly owner: number;
}
