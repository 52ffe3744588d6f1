import type { StorePage } from "./store.ts";

/** The page with the same items in the order of creation. `total` is the number of all items. */
export function inCreationOrder({ offset, limit }: StorePage, total: number): StorePage {
  const end = Math.max(0, total - offset);
  const start = Math.max(0, end - limit);
  return { offset: start, limit: end - start };
}

/** A page of a list of items. */
export function slicePage<T>(items: readonly T[], page: StorePage): readonly T[] {
  const { offset, limit } = page.isReversed ? inCreationOrder(page, items.length) : page;
  const found = items.slice(offset, offset + limit);
  if (page.isReversed) return found.toReversed();
  return found;
}
