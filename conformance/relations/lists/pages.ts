import type { Violation } from "../story/violation.ts";
import type { JsonObject } from "../../../contracts/index.ts";
import type { Listing } from "./listing.ts";
import { moreIn } from "./more.ts";
import { totalIn } from "./total.ts";
import { type ListScope, type Page, type Place, cursorOf, isShort, offsetAfter, pageOf, walk } from "./walk.ts";

const SIZE = 2;

/** Maximum number of pages read, by page size. */
interface PageLimits {
  readonly small: number;
  readonly large: number;
}

/** Violations of the pages of a list. Returns undefined if the list changed meanwhile. */
export async function pagesBroken(
  listing: Listing,
  item: Place,
  story: ListScope,
  { small, large: whole }: PageLimits,
): Promise<readonly Violation[] | undefined> {
  const { limit } = listing.steering;
  if (!limit || limit.most <= SIZE) return [];
  const size = Math.max(SIZE, limit.min);
  const { most } = limit;
  // With cursors, a page that is not full need not be the last.
  const isLast = ({ items }: Page): boolean => !listing.steering.cursor && isShort(items.length, limit);
  const all = await walk(listing, item, story, { size: most, most: whole, until: isLast });
  const before = all?.pages[0];
  const walked = before && (await walk(listing, item, story, { size, most: small }));
  const after = walked && (await pageOf(listing, item, story, { [limit.name]: most }));
  if (!all || !before || !walked || !after) return [];
  const [first] = walked.pages;
  const minSize = Math.max(1, limit.min);
  const edge = minSize < size ? await pageOf(listing, item, story, { [limit.name]: minSize }) : undefined;
  const large = [
    ...walked.pages.map((page) => [page, size] as const),
    ...all.pages.map((page) => [page, most] as const),
  ]
    .concat(edge ? [[edge, minSize]] : [])
    .find(([{ items }, pageSize]) => items.length > pageSize);
  if (large) {
    const message = `A page with a requested size of ${large[1]} has ${large[0].items.length} items`;
    return [{ key: "size", message, exchange: large[0].exchange }];
  }
  // A list that changed meanwhile cannot be judged.
  const ids = before.items.map(listing.idOf);
  if (first === undefined || ids.join("\n") !== after.items.map(listing.idOf).join("\n")) return undefined;
  // Two items without ids may be equal.
  if (!listing.isIdentified || new Set(ids).size < ids.length) return wrongTotals(first, { whole: before });
  const seen = walked.pages.flatMap(({ items }) => items.map(listing.idOf));
  const last = all.pages.at(-1) as Page;
  const isRead = all.isWhole || isLast(last);
  const repeated = [repeatedItems(listing, walked.pages), repeatedItems(listing, all.pages)].flat().slice(0, 1);
  const inconsistent = repeated.length > 0 ? repeated : omittedItems(listing, { all: ids, seen, walked, size });
  const listed = all.pages.flatMap(({ items }) => items);
  // Pages that repeat or omit items have another count than the list.
  if (inconsistent.length > 0) return inconsistent;
  const wrongTotal = wrongTotals(first, { whole: before, ...(isRead && { count: listed.length }) });
  const isEndKnown = isRead && (all.isWhole || (await isEmptyAfter(listing, item, story, all.pages)));
  return [
    ...(wrongTotal.length > 0 && isRead && !isEndKnown ? [] : wrongTotal),
    ...wrongMore(walked.pages),
    ...(await wrongUsualSize({ listing, item, story, listed })),
    ...(isEndKnown ? await wrongEnds({ listing, item, story, listed }) : []),
    ...(all.isWhole ? await repeatedAfterEnd({ listing, item, story, pages: all.pages }) : []),
    ...linkAfterLast(before),
  ];
}

/** A list, and its items as far as they were read with pages of the maximum size. */
interface WholeList {
  readonly listing: Listing;
  readonly item: Place;
  readonly story: ListScope;
  readonly listed: readonly JsonObject[];
}

/** A first page without a page size that has more or fewer items than the documented default. */
async function wrongUsualSize({ listing, item, story, listed }: WholeList): Promise<readonly Violation[]> {
  const { limit, place } = listing.steering;
  if (!limit || limit.usual === undefined || listed.length <= limit.usual) return [];
  const page = await pageOf(listing, item, story, {});
  const count = page?.items.length ?? limit.usual;
  // Pages may be short because the provider removed items that the caller must not see.
  if (!page || count === limit.usual || (count < limit.usual && !place)) return [];
  const message = `A page without a requested size has ${count} items, and the documented default is ${limit.usual}`;
  return [{ key: "usual size", message, exchange: page.exchange }];
}

/** True if no page follows the given pages. A short page alone need not be the last. */
async function isEmptyAfter(listing: Listing, item: Place, story: ListScope, pages: readonly Page[]): Promise<boolean> {
  const { limit, place } = listing.steering;
  if (!limit || !place) return true;
  const offset = offsetAfter(pages, place.counts);
  const next = await pageOf(listing, item, story, { [limit.name]: limit.most, [place.name]: place.first + offset });
  return !next || next.items.length === 0;
}

/** Violations of the last two pages of a list whose pages are all full. Errors by one show at the end of a list. */
async function wrongEnds({ listing, item, story, listed }: WholeList): Promise<readonly Violation[]> {
  const { limit, place } = listing.steering;
  const size = limit && place && fullPageSize(listed.length, limit);
  if (!limit || !place || size === undefined) return [];
  const pages: Page[] = [];
  for (const index of [listed.length / size - 2, listed.length / size - 1]) {
    const start = place.first + (place.counts === "pages" ? index : index * size);
    const page = await pageOf(listing, item, story, { [limit.name]: size, [place.name]: start });
    if (!page) return [];
    pages.push(page);
  }
  const seen = pages.flatMap(({ items }) => items.map(listing.idOf));
  const expected = listed.slice(-2 * size).map(listing.idOf);
  const [, last] = pages as [Page, Page];
  const omitted = expected.find((id) => !seen.includes(id));
  if (omitted !== undefined) {
    const message = `An item of the whole list is not on its last two pages of ${size} items: "${omitted}"`;
    return [{ key: "left out", message, exchange: last.exchange }];
  }
  const wrong = wrongMore(pages);
  if (wrong.length > 0 || moreIn(last.exchange) !== true) return wrong;
  return [{ key: "more", message: "The last page of the list says that more pages follow", exchange: last.exchange }];
}

interface WholePages {
  readonly listing: Listing;
  readonly item: Place;
  readonly story: ListScope;
  readonly pages: readonly Page[];
}

/** Items that the cursor of a full last page repeats. The last page is read again with its number of items as its size. */
async function repeatedAfterEnd({ listing, item, story, pages }: WholePages): Promise<readonly Violation[]> {
  const { limit, cursor } = listing.steering;
  const [before, last] = [pages.at(-2), pages.at(-1)];
  if (!limit || !cursor || !last || last.items.length < Math.max(1, limit.min)) return [];
  const to = before && cursorOf(before);
  if (before && to === undefined) return [];
  const size = { [limit.name]: last.items.length };
  const full = await pageOf(listing, item, story, { ...size, ...(to !== undefined && { [cursor.name]: to }) });
  const following = full && cursorOf(full);
  const after =
    following === undefined ? undefined : await pageOf(listing, item, story, { ...size, [cursor.name]: following });
  if (!full || !after || full.items.map(listing.idOf).join("\n") !== last.items.map(listing.idOf).join("\n")) return [];
  const known = new Set(full.items.map(listing.idOf));
  const again = after.items.map(listing.idOf).find((id) => known.has(id));
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
    ({ exchange }, index) => moreIn(exchange) === false && (pages[index + 1]?.items.length ?? 0) > 0,
  );
  if (!wrong) return [];
  const message = "A page says that no more pages follow, and the next page has items";
  return [{ key: "more", message, exchange: wrong.exchange }];
}

/** A page with all items of the total and a link to a next page (RFC 8288). Its basis is "assumed", because such a link is allowed. */
function linkAfterLast({ exchange, items }: Page): readonly Violation[] {
  const link = exchange.response.headers["link"] ?? "";
  if (!/rel="?next\b/i.test(link) || items.length === 0 || totalIn(exchange) !== items.length) return [];
  const message = `A page has all ${items.length} items there are, and a link to a next page`;
  return [{ key: "next of the last", message, exchange, basis: "assumed" }];
}

function repeatedItems({ idOf }: Listing, pages: readonly Page[]): readonly Violation[] {
  const known = new Set<string>();
  for (const [index, { items, exchange }] of pages.entries()) {
    const again = items.map(idOf).find((id) => known.has(id));
    if (again !== undefined)
      return [
        { key: "twice", message: `Page ${index + 1} has an item that an earlier one has, too: "${again}"`, exchange },
      ];
    for (const each of items) known.add(idOf(each));
  }
  return [];
}

interface PagesRead {
  readonly all: readonly string[];
  readonly seen: readonly string[];
  readonly walked: { readonly pages: readonly Page[]; readonly isWhole: boolean };
  readonly size: number;
}

/** An item of the whole list that the pages read so far should contain and do not. */
function omittedItems(
  { steering }: Listing,
  { all, seen, walked: { pages, isWhole }, size }: PagesRead,
): readonly Violation[] {
  const last = pages.at(-1) as Page;
  // Pages may be short because the provider removed items that the caller must not see.
  const reached = isWhole ? all.length : steering.place ? pages.length * size : new Set(seen).size;
  const missing = all.slice(0, reached).find((id) => !seen.includes(id));
  if (missing === undefined) return [];
  const message = `An item of the whole list is on none of its pages: "${missing}"`;
  return [{ key: "left out", message, exchange: last.exchange }];
}

interface Known {
  readonly whole: Page;
  /** Number of items on all pages. Undefined if not all pages were read. */
  readonly count?: number;
}

function wrongTotals(first: Page, { whole, count }: Known): readonly Violation[] {
  const [small, large] = [totalIn(first.exchange), totalIn(whole.exchange)];
  if (small === undefined) return [];
  const expected = count ?? large;
  const { exchange } = first;
  if (small < whole.items.length)
    return [{ key: "total", message: `The total is ${small}, where ${whole.items.length} items are listed`, exchange }];
  if (expected !== undefined && small !== expected)
    return [
      { key: "total", message: `The total is ${small}, where all pages together have ${expected} items`, exchange },
    ];
  return [];
}
