import type { ResourceContext } from "../resource-context.ts";
import type { Stored } from "../../state/stored.ts";
import { type SortKeys, compareBy, sortKeysOf } from "./sorting.ts";

/** Name of the order of creation. */
const CREATED = "$created";

/** The order of a list without a requested one. */
export interface DefaultOrder {
  /** True if the latest of equal items comes first. */
  readonly isReversed: boolean;
  /** Sorts items from the order of creation or its reverse. Undefined if they need no sorting. */
  readonly sort?: (items: readonly Stored[]) => readonly Stored[];
  /** Sort keys. */
  readonly keys?: SortKeys;
}

/**
 * Compiles the order that `x-state` declares. The order of creation and its reverse cost nothing, because collections
 * are read that way: a last key "$created", or the time of creation that the mock sets.
 */
export function createDefaultOrder({
  role: { order = [] },
  representations,
  presenter,
}: ResourceContext): DefaultOrder {
  const last = order.at(-1)?.replace(/^-/, "");
  const isByCreation =
    last === CREATED || (last !== undefined && representations.isCreationTime(presenter.operation, last));
  const keys = sortKeysOf(isByCreation ? order.slice(0, -1) : order);
  return {
    isReversed: isByCreation && order.at(-1)?.startsWith("-") === true,
    ...(keys && {
      keys,
      sort: cachedSort((items) => items.toSorted((one, other) => compareBy(keys, one.value, other.value))),
    }),
  };
}

type Sort = NonNullable<DefaultOrder["sort"]>;

/** Caches the latest sorted list: comparing the input is much faster than sorting it again. */
function cachedSort(sort: Sort): Sort {
  const known = new WeakMap<Stored, { readonly items: readonly Stored[]; readonly sorted: readonly Stored[] }>();
  return (items) => {
    const [first] = items;
    if (!first) return items;
    const before = known.get(first);
    const isSame = before?.items.length === items.length && items.every((item, index) => item === before.items[index]);
    if (before && isSame) return before.sorted;
    const sorted = sort(items);
    known.set(first, { items, sorted });
    return sorted;
  };
}
