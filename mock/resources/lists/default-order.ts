import type { ResourceContext } from "../resource-context.ts";
import type { Stored } from "../../state/stored.ts";
import { type SortKeys, compareBy, parseSortKeys } from "./sorting.ts";

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
  const keys = parseSortKeys(isByCreation ? order.slice(0, -1) : order);
  return {
    isReversed: isByCreation && order.at(-1)?.startsWith("-") === true,
    ...(keys && {
      keys,
      sort: (items: readonly Stored[]) => items.toSorted((one, other) => compareBy(keys, one.value, other.value)),
    }),
  };
}
