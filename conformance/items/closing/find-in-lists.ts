import type { Leftover } from "../leftover.ts";
import { type ListItems, type ListedItems, type Listing, listingKey } from "../listed-items.ts";
import type { TrackedItem } from "../removal.ts";
import { findStillListed } from "./find-still-listed.ts";
import type { createListGrowth } from "./list-growth.ts";

interface Closing {
  /** Items that were removed. */
  readonly gone: readonly TrackedItem[];
  /** Leftovers that are known without lists. */
  readonly named: readonly Leftover[];
  /** Leftovers without a path, by collection. */
  readonly unnamed: Map<string, Leftover[]>;
  readonly growth: ReturnType<typeof createListGrowth>;
  readonly list: ListItems | undefined;
  /** True for an item of the run, and for one that it changed. */
  isKnown(listing: Listing, path: string): boolean;
  pause(milliseconds: number): Promise<void>;
}

/** All leftovers that lists show after the removal of items, and the given ones. */
export async function findInLists(closing: Closing): Promise<readonly Leftover[]> {
  const { gone, unnamed, growth, list, pause } = closing;
  const latest = new Map<string, ListedItems | undefined>();
  const named = [...closing.named, ...(await findStillListed(gone, { list: listAnew, pause }))];
  const paths = new Set(named.map(({ path }) => path));
  const others = await growth.find(async (each) => latest.get(listingKey(each)) ?? listAnew(each), {
    isKnown: (listing, path) => closing.isKnown(listing, path) || paths.has(path),
    countNamed: ({ path: above }) => named.filter(({ path }) => path?.startsWith(`${above}/`)).length,
    unnamed,
  });
  return [...named, ...[...unnamed.values()].flat(), ...others];

  async function listAnew(listing: Listing): Promise<ListedItems | undefined> {
    const shown = await list?.(listing).catch(() => undefined);
    latest.set(listingKey(listing), shown);
    return shown;
  }
}
