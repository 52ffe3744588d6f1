import type { Violation } from "./story/violation.ts";
import type { Item } from "../items/item.ts";
import { confirmViolations } from "./lists/confirm-violations.ts";
import { type Listing, listingsOf } from "./lists/listing.ts";
import { walk } from "./lists/walk.ts";
import { isSoftDeleted } from "./story/soft-deleted.ts";
import type { Relation, Story } from "./story/relation.ts";

/** Maximum number of pages read in search of the item. */
const MAX_PAGES = 5;

/** A deleted item is neither read nor listed. A second delete causes no server error. */
export const deletedGone: Relation = {
  id: "deleted-gone",
  claim: "A deleted item can no longer be read",
  cause: "lives",
  faultCode: "F103",
  faultKeys: /^read$/,
  needs: ["delete"],
  async holds(item, story) {
    const { resource } = story;
    const gone = await resource.sendRequest("delete", item);
    // The item still exists after a refused or a pending delete.
    if (!gone || gone.response.status < 200 || gone.response.status > 299 || gone.response.status === 202) return [];
    const broken: Violation[] = [];
    const read = await resource.sendRequest("read", item);
    const isRead = read !== undefined && read.response.status >= 200 && read.response.status < 300;
    if (isRead && !isSoftDeleted(resource.itemIn("read", read)))
      broken.push({ key: "read", message: `What was deleted is still read (${read.response.status})`, exchange: read });
    for (const listing of listingsOf(story.contract, resource.collection))
      broken.push(...(await confirmViolations(story, () => stillListed(listing, item, story))));
    // The checks of every exchange judge the second delete.
    await resource.sendRequest("delete", item);
    return broken;
  },
};

async function stillListed(listing: Listing, item: Item, story: Story): Promise<readonly Violation[]> {
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
