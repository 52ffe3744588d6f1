import type { Broken } from "./story/broken.ts";
import type { Item } from "../items/item.ts";
import { confirmed } from "./lists/confirmed.ts";
import { type Listing, listingsOf } from "./lists/listing.ts";
import { walk } from "./lists/walk.ts";
import { isSoftDeleted } from "./story/soft-deleted.ts";
import type { Relation, Story } from "./story/relation.ts";

/** So many pages it is looked for. */
const MAX_PAGES = 5;

/** What was deleted cannot be read any more, is not listed, and deleting it again makes nothing fail. */
export const deletedGone: Relation = {
  id: "deleted-gone",
  claim: "What was deleted is not there any more",
  needs: ["delete"],
  async holds(item, story) {
    const { resource } = story;
    const gone = await resource.ask("delete", item);
    // What may not be deleted, or not yet, is there.
    if (!gone || gone.response.status < 200 || gone.response.status > 299 || gone.response.status === 202) return [];
    const broken: Broken[] = [];
    const read = await resource.ask("read", item);
    const isRead = read !== undefined && read.response.status >= 200 && read.response.status < 300;
    if (isRead && !isSoftDeleted(resource.shown("read", read)))
      broken.push({ key: "read", message: `What was deleted is still read (${read.response.status})`, exchange: read });
    for (const listing of listingsOf(story.contract, resource.collection))
      broken.push(...(await confirmed(story, () => listed(listing, item, story))));
    // Deleting again is judged by the checks that every answer is judged by.
    await resource.ask("delete", item);
    return broken;
  },
};

async function listed(listing: Listing, item: Item, story: Story): Promise<readonly Broken[]> {
  const { limit } = listing.steering;
  const isIt = (each: Parameters<Listing["idOf"]>[0]): boolean =>
    listing.idOf(each) === String(item.id) && !isSoftDeleted(each);
  const walked = await walk(listing, item, story, {
    most: MAX_PAGES,
    ...(limit && { size: limit.most }),
    until: ({ items }) => items.some(isIt),
  });
  const last = walked?.pages.at(-1);
  if (!last?.items.some(isIt)) return [];
  return [{ key: "listed", message: "What was deleted is still listed", exchange: last.exchange }];
}
