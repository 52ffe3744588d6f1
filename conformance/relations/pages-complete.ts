import type { Violation } from "./story/violation.ts";
import type { Item } from "../items/item.ts";
import { confirmViolations } from "./lists/confirm-violations.ts";
import { readUntilListed } from "./lists/judge-lists.ts";
import { listingsOf } from "./lists/listing.ts";
import { pagesBroken } from "./lists/pages.ts";
import type { Relation } from "./story/relation.ts";

/** Number of items that shows a repeated or a skipped item between two pages. */
const ITEMS = 5;
const MAX_PAGES = 5;
/** Maximum number of pages of the largest size read in search of the end. */
const MAX_WHOLE_PAGES = 4;

/** Pages have the requested size and together contain each item once. The total is the number of items. */
export const pagesComplete: Relation = {
  id: "pages-complete",
  claim: "Pages have the requested size, and together contain each item once",
  needs: ["list"],
  runs: 1,
  isWhole: true,
  async holds(item, story) {
    const listings = listingsOf(story.contract, story.resource.collection).filter(({ steering }) => steering.limit);
    if (listings.length === 0) return [];
    const made: [Item, ...Item[]] = [item];
    for (let seed = 1; seed < ITEMS; seed++) made.push(...[(await story.resource.createItem({ seed })) ?? []].flat());
    // A total may count deleted items.
    const removed = made.length > 1 ? made.pop() : undefined;
    if (removed) await story.resource.sendRequest("delete", removed);
    const broken: Violation[] = [];
    for (const listing of listings) {
      await readUntilListed(listing, made, story);
      broken.push(
        ...(await confirmViolations(story, () =>
          pagesBroken(listing, item, story, { small: MAX_PAGES, large: MAX_WHOLE_PAGES }),
        )),
      );
    }
    return broken;
  },
};
