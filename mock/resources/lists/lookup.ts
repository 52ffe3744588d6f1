import type { Stored } from "../../state/stored.ts";
import type { JsonObject } from "../../../contracts/index.ts";
import type { Call } from "../../calls/call.ts";
import type { Condition, Ordering, QueryResult, SortKey } from "../../state/query.ts";
import { type Awaitable, whenKnown } from "../../model/awaitable.ts";
import type { RequestedSelection } from "./selection.ts";
import { type SortKeys, compareValues, toSortValue } from "./sorting.ts";
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
  const listIds = (stored: Stored): readonly string[] => {
    const id = idOf(stored);
    return id === undefined ? [] : [id];
  };

  return (
    { store, world: { organization } }: Call,
    collection: string,
    select: RequestedSelection | undefined,
  ): Awaitable<FoundItems | undefined> => {
    const { conditions, keys = [] } = select ?? { conditions: [] };
    const order = keys.length > 0 || defaultOrder.keys ? orderBy(keys) : undefined;
    const { select: selectRows } = store;
    if (!selectRows || !conditions || (conditions.length === 0 && !order)) return undefined;
    /** Rows with an id. */
    const selectById = (id: string): Awaitable<QueryResult> => {
      const named: Condition = { kind: "among", keysOf: listIds, wanted: new Set([id]) };
      return selectRows(organization, collection, { conditions: [named] });
    };
    return whenKnown(selectRows(organization, collection, { conditions, order }), (found) =>
      createFoundItems(found, !order && defaultOrder.isReversed, selectById),
    );
  };

  function createFoundItems(
    found: QueryResult,
    isReversed: boolean,
    positionsOf: (id: string) => Awaitable<QueryResult>,
  ): FoundItems {
    let rows = isReversed ? found.rows.toReversed() : found.rows;
    return {
      total: rows.length,
      slice: (offset, limit) => rows.slice(offset, offset + limit).flatMap((row) => found.read(row) ?? []),
      position(id) {
        // A copy, because the index may change while the position is awaited.
        rows = rows.slice();
        return whenKnown(positionsOf(id), (named) => {
          const at = rows.findIndex((row) => named.rows.includes(row));
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
            ...keys.map(({ property }) => toSortValue(view, property)),
            ...defaultKeys.map(({ property }) => toSortValue(stored.value, property)),
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

function compareKeys(signs: readonly (1 | -1)[], one: SortKey, other: SortKey): number {
  for (const [index, sign] of signs.entries()) {
    const result = compareValues(one[index], other[index], sign);
    if (result !== 0) return result;
  }
  return 0;
}
