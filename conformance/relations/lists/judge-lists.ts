import type { JsonObject } from "../../../contracts/index.ts";
import type { Item } from "../../items/item.ts";
import type { Story } from "../story/relation.ts";
import { type Violation, collect } from "../story/violation.ts";
import { confirmViolations, waits } from "./confirm-violations.ts";
import { type Listing, listingsOf } from "./listing.ts";
import { type FirstPages, type ListScope, type Page, readFirstPages, walk } from "./walk.ts";

/** Maximum number of pages read in search of an item. */
const MAX_PAGES = 5;

/** Violations of a check in each list of the collection, as far as they stay when it is repeated. */
export function judgeLists(
  story: Story,
  check: (listing: Listing) => Promise<readonly Violation[] | undefined>,
  accept: (listing: Listing) => boolean = () => true,
): Promise<readonly Violation[]> {
  const listings = listingsOf(story.contract, story.resource.collection).filter(accept);
  return collect(listings, (listing) => confirmViolations(story, () => check(listing)));
}

/** Result of a search in the pages of a list. */
interface Search {
  /** The page with the item. */
  readonly found?: Page;
  /** The first page, if all pages were read and none has the item. */
  readonly firstWithout?: Page;
}

/** Reads a list up to the page that has an item. */
export async function searchList(
  listing: Listing,
  item: Item,
  story: ListScope,
  isIt: (listed: JsonObject) => boolean,
): Promise<Search> {
  const { limit } = listing.steering;
  const walked = await walk(listing, item, story, {
    most: MAX_PAGES,
    ...(limit && { size: limit.most }),
    until: ({ items }) => items.some(isIt),
  });
  const [first, last] = [walked?.pages[0], walked?.pages.at(-1)];
  if (last?.items.some(isIt)) return { found: last };
  return walked?.isWhole && first ? { firstWithout: first } : {};
}

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
