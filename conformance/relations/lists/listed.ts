import type { Item } from "../../items/item.ts";
import { waits } from "./confirmed.ts";
import type { Listing } from "./listing.ts";
import { type Looking, type Reach, reachOf } from "./walk.ts";

/** The list that items are in, as soon as they are: it may lag behind what is made. Some lists never have them. */
export async function reachWith(
  listing: Listing,
  made: readonly [Item, ...(readonly Item[])],
  story: Looking,
): Promise<Reach | undefined> {
  const isThere = ({ items, isWhole }: Reach): boolean => {
    const ids = new Set(items.map(listing.idOf));
    return !isWhole || made.every(({ id }) => ids.has(String(id)));
  };
  let reach = await reachOf(listing, made[0], story);
  for (const wait of story.target.isMock ? [] : waits) {
    if (!reach || isThere(reach)) return reach;
    await story.pause(wait);
    reach = await reachOf(listing, made[0], story);
  }
  return reach;
}
