import type { Broken } from "./story/broken.ts";
import type { Item } from "../items/item.ts";
import { confirmed } from "./lists/confirmed.ts";
import { reachWith } from "./lists/listed.ts";
import { listingsOf } from "./lists/listing.ts";
import { pagesBroken } from "./lists/pages.ts";
import type { Relation } from "./story/relation.ts";

/** An item too many or too few between two pages shows with so many. */
const ITEMS = 5;
const MAX_PAGES = 5;
/** So many of the largest pages are asked for, to reach the end. */
const MAX_WHOLE_PAGES = 4;

/** Pages are as large as was asked for, no item is on two of them, none is left out, and the total is that of all. */
export const pagesComplete: Relation = {
  id: "pages-complete",
  claim: "Pages have the size that was asked for, and together each item once",
  needs: ["list"],
  runs: 1,
  isWhole: true,
  async holds(item, story) {
    const listings = listingsOf(story.contract, story.resource.collection).filter(({ steering }) => steering.limit);
    if (listings.length === 0) return [];
    const made: [Item, ...Item[]] = [item];
    for (let seed = 1; seed < ITEMS; seed++) made.push(...[(await story.resource.make({ seed })) ?? []].flat());
    const broken: Broken[] = [];
    for (const listing of listings) {
      await reachWith(listing, made, story);
      broken.push(
        ...(await confirmed(story, () =>
          pagesBroken(listing, item, story, { small: MAX_PAGES, large: MAX_WHOLE_PAGES }),
        )),
      );
    }
    return broken;
  },
};
