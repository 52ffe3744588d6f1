import type { Violation } from "./story/violation.ts";
import type { Item } from "../items/item.ts";
import { confirmViolations } from "./lists/confirm-violations.ts";
import { filterViolations } from "./lists/filtered.ts";
import { filtersOf } from "./lists/filters.ts";
import { readUntilListed } from "./lists/judge-lists.ts";
import { listingsOf } from "./lists/listing.ts";
import { searchFieldsOf, searchViolations } from "./lists/searched.ts";
import type { Relation } from "./story/relation.ts";

const ITEMS = 4;

/** A filter returns only items with the requested value, and all created items that have it. A search is no list of all. */
export const filtersSound: Relation = {
  id: "filters-sound",
  claim: "A filter returns the items with the value, and no others",
  needs: ["list"],
  runs: 1,
  isWhole: true,
  async holds(item, story) {
    const listings = listingsOf(story.contract, story.resource.collection)
      .map((listing) => ({ listing, filters: filtersOf(story.contract, listing) }))
      .filter(({ listing, filters }) => filters.length > 0 || searchFieldsOf(story.contract, listing).length > 0);
    if (listings.length === 0) return [];
    const made: [Item, ...Item[]] = [item];
    for (let seed = 1; seed < ITEMS; seed++) made.push(...[(await story.resource.createItem({ seed })) ?? []].flat());
    const broken: Violation[] = [];
    for (const { listing, filters } of listings) {
      const whole = await readUntilListed(listing, made, story);
      if (!whole) continue;
      broken.push(...(await filterViolations({ listing, filters, item, made, whole }, story)));
      broken.push(...(await confirmViolations(story, () => searchViolations({ listing, made, whole }, story))));
    }
    return broken;
  },
};
