import type { Item } from "../../items/item.ts";
import { waits } from "./confirm-violations.ts";
import type { Listing } from "./listing.ts";
import { type ListScope, type FirstPages, readFirstPages } from "./walk.ts";

/** The list, read again until it has the created items or all pauses are over. Some lists never have them. */
export async function readUntilListed(
  listing: Listing,
  made: readonly [Item, ...(readonly Item[])],
  story: ListScope,
): Promise<FirstPages | undefined> {
  const isThere = ({ items, isWhole }: FirstPages): boolean => {
    const ids = new Set(items.map(listing.idOf));
    return !isWhole || made.every(({ id }) => ids.has(String(id)));
  };
  let reach = await readFirstPages(listing, made[0], story);
  for (const wait of story.target.isMock ? [] : waits) {
    if (!reach || isThere(reach)) return reach;
    await story.pause(wait);
    reach = await readFirstPages(listing, made[0], story);
  }
  return reach;
}
