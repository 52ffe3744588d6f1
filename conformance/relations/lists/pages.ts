import type { JsonObject } from "../../../contracts/index.ts";
import type { Violation } from "../story/violation.ts";
import { linksNext, readCursor, readMore, readTotal } from "./envelope.ts";
import {
  type List,
  type Page,
  type Walk,
  listItemIds,
  isShort,
  itemsOn,
  offsetAfter,
  readLargePage,
  readPage,
  walkPages,
} from "./walk.ts";

const SIZE = 2;

/** Maximum number of pages read, by page size. */
interface PageLimits {
  readonly small: number;
  readonly large: number;
}

/** Violations of the pages of a list. Returns undefined if the list changed meanwhile. */
export async function pagesBroken(list: List, { small, large }: PageLimits): Promise<readonly Violation[] | undefined> {
  const { limit, cursor } = list.steering;
  if (!limit || limit.most <= SIZE) return [];
  const { most } = limit;
  const size = Math.max(SIZE, limit.min);
  // With cursors, a page that is not full need not be the last.
  const isLast = ({ items }: Page): boolean => !cursor && isShort(items.length, limit);
  const all = await walkPages(list, { size: most, most: large, until: isLast });
  const before = all?.pages[0];
  const walked = before && (await walkPages(list, { size, most: small }));
  const after = walked && (await readLargePage(list));
  if (!all || !before || !walked || !after) return [];
  const minSize = Math.max(1, limit.min);
  const edge = minSize < size ? await readPage(list, { [limit.name]: minSize }) : undefined;
  const tooLarge = [
    findTooLargePage(walked.pages, size),
    findTooLargePage(all.pages, most),
    findTooLargePage(edge ? [edge] : [], minSize),
  ];
  const [wrongSize] = tooLarge.flat();
  if (wrongSize) return [wrongSize];
  // A list that changed meanwhile cannot be judged.
  const ids = listItemIds(list, before.items);
  const [first] = walked.pages;
  if (first === undefined || ids.join("\n") !== listItemIds(list, after.items).join("\n")) return undefined;
  // Two items without ids may be equal.
  if (!list.isIdentified || new Set(ids).size < ids.length) return wrongTotals(first, before);
  // Pages that repeat or omit items have another count than the list.
  const inconsistent = [
    ...repeatedItems(list, walked.pages),
    ...repeatedItems(list, all.pages),
    ...omittedItems(list, ids, { ...walked, size }),
  ];
  if (inconsistent.length > 0) return inconsistent.slice(0, 1);
  const isRead = all.isWhole || isLast(all.pages.at(-1) as Page);
  const listed = itemsOn(all.pages);
  const wrongTotal = wrongTotals(first, before, isRead ? listed.length : undefined);
  const isEndKnown = isRead && (all.isWhole || (await isEmptyAfter(list, all.pages)));
  return [
    ...(wrongTotal.length > 0 && isRead && !isEndKnown ? [] : wrongTotal),
    ...wrongMore(walked.pages),
    ...(await wrongUsualSize(list, listed)),
    ...(isEndKnown ? await wrongEnds(list, listed) : []),
    ...(all.isWhole ? await repeatedAfterEnd(list, all.pages) : []),
    ...linkAfterLast(before),
  ];
}

function findTooLargePage(pages: readonly Page[], size: number): readonly Violation[] {
  const large = pages.find(({ items }) => items.length > size);
  if (!large) return [];
  const message = `A page with a requested size of ${size} has ${large.items.length} items`;
  return [{ key: "size", message, exchange: large.exchange }];
}

/** A first page without a page size that has more or fewer items than the documented default. */
async function wrongUsualSize(list: List, listed: readonly JsonObject[]): Promise<readonly Violation[]> {
  const { limit, place } = list.steering;
  if (!limit || limit.usual === undefined || listed.length <= limit.usual) return [];
  const page = await readPage(list, {});
  const count = page?.items.length ?? limit.usual;
  // Pages may be short because the provider removed items that the caller must not see.
  if (!page || count === limit.usual || (count < limit.usual && !place)) return [];
  const message = `A page without a requested size has ${count} items, and the documented default is ${limit.usual}`;
  return [{ key: "usual size", message, exchange: page.exchange }];
}

/** True if no page follows the given pages. A short page alone need not be the last. */
async function isEmptyAfter(list: List, pages: readonly Page[]): Promise<boolean> {
  const { limit, place } = list.steering;
  if (!limit || !place) return true;
  const next = await readLargePage(list, { [place.name]: place.first + offsetAfter(pages, place.counts) });
  return !next || next.items.length === 0;
}

/** Violations of the last two pages of a list whose pages are all full. Errors by one show at the end of a list. */
async function wrongEnds(list: List, listed: readonly JsonObject[]): Promise<readonly Violation[]> {
  const { limit, place } = list.steering;
  const size = limit && place && fullPageSize(listed.length, limit);
  if (!limit || !place || size === undefined) return [];
  const pages: Page[] = [];
  for (const index of [listed.length / size - 2, listed.length / size - 1]) {
    const start = place.first + (place.counts === "pages" ? index : index * size);
    const page = await readPage(list, { [limit.name]: size, [place.name]: start });
    if (!page) return [];
    pages.push(page);
  }
  const { exchange } = pages.at(-1) as Page;
  const seen = listItemIds(list, itemsOn(pages));
  const omitted = listItemIds(list, listed.slice(-2 * size)).find((id) => !seen.includes(id));
  if (omitted !== undefined) {
    const message = `An item of the whole list is not on its last two pages of ${size} items: "${omitted}"`;
    return [{ key: "left out", message, exchange }];
  }
  const wrong = wrongMore(pages);
  if (wrong.length > 0 || readMore(exchange) !== true) return wrong;
  return [{ key: "more", message: "The last page of the list says that more pages follow", exchange }];
}

/** Items that the cursor of a full last page repeats. The last page is read again with its number of items as its size. */
async function repeatedAfterEnd(list: List, pages: readonly Page[]): Promise<readonly Violation[]> {
  const { limit, cursor } = list.steering;
  const [before, last] = [pages.at(-2), pages.at(-1)];
  if (!limit || !cursor || !last || last.items.length < Math.max(1, limit.min)) return [];
  const to = before && readCursor(before.exchange);
  if (before && to === undefined) return [];
  const readEqualPage = (at: string | undefined): Promise<Page | undefined> =>
    readPage(list, { [limit.name]: last.items.length, ...(at !== undefined && { [cursor.name]: at }) });
  const full = await readEqualPage(to);
  const following = full && readCursor(full.exchange);
  const after = following === undefined ? undefined : await readEqualPage(following);
  if (!full || !after) return [];
  const known = listItemIds(list, full.items);
  if (known.join("\n") !== listItemIds(list, last.items).join("\n")) return [];
  const again = listItemIds(list, after.items).find((id) => known.includes(id));
  if (again === undefined) return [];
  const message = `The cursor after the last item leads to a page with an item that was listed before: "${again}"`;
  return [{ key: "after the end", message, exchange: after.exchange, otherExchanges: [full.exchange] }];
}

/** Largest page size with which a list has at least two pages and each of them is full. */
function fullPageSize(
  count: number,
  { min, most }: { readonly min: number; readonly most: number },
): number | undefined {
  for (let size = Math.min(most, Math.floor(count / 2)); size >= Math.max(1, min); size--)
    if (count % size === 0) return size;
  return undefined;
}

/** A page that says that it is the last, and is followed by one with items. */
function wrongMore(pages: readonly Page[]): readonly Violation[] {
  const wrong = pages.find(
    ({ exchange }, index) => readMore(exchange) === false && (pages[index + 1]?.items.length ?? 0) > 0,
  );
  if (!wrong) return [];
  const message = "A page says that no more pages follow, and the next page has items";
  return [{ key: "more", message, exchange: wrong.exchange }];
}

/** A page with all items of the total and a link to a next page. Its basis is "assumed", because such a link is allowed. */
function linkAfterLast({ exchange, items }: Page): readonly Violation[] {
  if (!linksNext(exchange) || items.length === 0 || readTotal(exchange) !== items.length) return [];
  const message = `A page has all ${items.length} items there are, and a link to a next page`;
  return [{ key: "next of the last", message, exchange, basis: "assumed" }];
}

function repeatedItems(list: List, pages: readonly Page[]): readonly Violation[] {
  const known = new Set<string>();
  for (const [index, { items, exchange }] of pages.entries()) {
    const ids = listItemIds(list, items);
    const again = ids.find((id) => known.has(id));
    if (again !== undefined) {
      const message = `Page ${index + 1} has an item that an earlier one has, too: "${again}"`;
      return [{ key: "twice", message, exchange }];
    }
    for (const id of ids) known.add(id);
  }
  return [];
}

/** An item of the whole list that the pages read so far should contain and do not. */
function omittedItems(
  list: List,
  all: readonly string[],
  { pages, isWhole, size }: Walk & { readonly size: number },
): readonly Violation[] {
  const seen = new Set(listItemIds(list, itemsOn(pages)));
  // Pages may be short because the provider removed items that the caller must not see.
  const certain = list.steering.place ? pages.length * size : seen.size;
  const missing = all.slice(0, isWhole ? all.length : certain).find((id) => !seen.has(id));
  if (missing === undefined) return [];
  const message = `An item of the whole list is on none of its pages: "${missing}"`;
  return [{ key: "left out", message, exchange: (pages.at(-1) as Page).exchange }];
}

/** A total that is less than a page of the maximum size has, or another one than `count`, the items of all pages. */
function wrongTotals({ exchange }: Page, whole: Page, count = readTotal(whole.exchange)): readonly Violation[] {
  const total = readTotal(exchange);
  if (total === undefined) return [];
  const { length } = whole.items;
  if (total < length)
    return [{ key: "total", message: `The total is ${total}, where ${length} items are listed`, exchange }];
  if (count === undefined || total === count) return [];
  const message = `The total is ${total}, where all pages together have ${count} items`;
  return [{ key: "total", message, exchange }];
}
