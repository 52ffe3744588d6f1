import type { JsonObject } from "../../../contracts/index.ts";
import type { Item } from "../../items/item.ts";
import type { Story } from "../story/relation.ts";
import { type Violation, collectViolations } from "../story/violation.ts";
import { confirmViolations, waits } from "./confirm-violations.ts";
import { findListings } from "./listing.ts";
import { type FirstPages, type List, type Page, listItemIds, openList, readFirstPages, walkPages } from "./walk.ts";

/** Maximum number of pages read in search of an item. */
const MAX_PAGES = 5;

/** The lists that contain an item. */
export function listsWith(item: Item, story: Story): readonly List[] {
  return findListings(story.contract, story.resource.collection).map((listing) => openList(listing, item, story));
}

/** Violations of a check in each list, as far as they stay when it is repeated. */
export function judgeLists(
  lists: readonly List[],
  check: (list: List) => Promise<readonly Violation[] | undefined>,
): Promise<readonly Violation[]> {
  return collectViolations(lists, (list) => confirmViolations(list.story, () => check(list)));
}

/** Result of a search in the pages of a list. */
interface Search {
  /** The page with the item. */
  readonly found?: Page;
  /** The first page, if all pages were read and none has the item. */
  readonly firstWithout?: Page;
}

/** Reads a list up to the page that has an item. */
export async function searchList(list: List, isIt: (listed: JsonObject) => boolean): Promise<Search> {
  const walked = await walkPages(list, {
    most: MAX_PAGES,
    size: list.steering.limit?.most,
    until: ({ items }) => items.some(isIt),
  });
  const [first, last] = [walked?.pages[0], walked?.pages.at(-1)];
  if (last?.items.some(isIt)) return { found: last };
  if (walked?.isWhole && first) return { firstWithout: first };
  return {};
}

/** The list, read again until it has the created items or all pauses are over. Some lists never have them. */
export async function readUntilListed(list: List, made: readonly Item[]): Promise<FirstPages | undefined> {
  const showsMadeItems = ({ items, isWhole }: FirstPages): boolean => {
    const ids = listItemIds(list, items);
    return !isWhole || made.every(({ id }) => ids.includes(String(id)));
  };
  let reach = await readFirstPages(list);
  for (const wait of list.story.target.isMock ? [] : waits) {
    if (!reach || showsMadeItems(reach)) return reach;
    await list.story.pause(wait);
    reach = await readFirstPages(list);
  }
  return reach;
}

/** An item and further ones, as many as could be created. */
export async function createMore(item: Item, count: number, { resource }: Story): Promise<Item[]> {
  const made = [item];
  for (let seed = 1; seed < count; seed++) made.push(...[(await resource.createItem({ seed })) ?? []].flat());
  return made;
}
