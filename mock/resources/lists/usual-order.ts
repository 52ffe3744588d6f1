import type { ResourceContext } from "../resource-context.ts";
import type { Stored } from "../../state/stored.ts";
import { type SortKeys, compareBy, createOrdering } from "./sorting.ts";

/** Stands for the order of creation. */
const CREATED = "$created";

/** The order that a list has where a request asks for none. */
export interface UsualOrder {
  /** Whether the latest item comes before the others, as far as nothing else decides. */
  readonly isReversed: boolean;
  /** Puts items in order that are in the order of creation, or in the reverse of it; nothing where they are so already. */
  readonly sort?: (items: readonly Stored[]) => readonly Stored[];
  /** What that goes by. */
  readonly keys?: SortKeys;
}

/**
 * Compiles what `x-state` says of a list's order. The order of creation, and its reverse, are how a collection is
 * read, so they cost nothing: a last key that is "$created", or the time of creation that the mock itself sets.
 */
export function createUsualOrder({ role: { order = [] }, representations, shower }: ResourceContext): UsualOrder {
  const last = order.at(-1)?.replace(/^-/, "");
  const isNatural = last === CREATED || (last !== undefined && representations.isStamped(shower.operation, last));
  const keys = createOrdering(isNatural ? order.slice(0, -1) : order);
  return {
    isReversed: isNatural && order.at(-1)?.startsWith("-") === true,
    ...(keys && {
      keys,
      sort: remembered((items) => items.toSorted((one, other) => compareBy(keys, one.value, other.value))),
    }),
  };
}

type Sort = NonNullable<UsualOrder["sort"]>;

/** Sorts what was not just sorted: to see that nothing changed takes far less time than to sort it again. */
function remembered(sort: Sort): Sort {
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
