import { type Json, type JsonObject, folded, isObject, totalNames } from "../../contracts/index.ts";
import { type Exchange, jsonIn } from "../exchange.ts";
import type { Item } from "../resource.ts";
import { confirmed } from "./lists/confirmed.ts";
import { type Listing, listingsOf } from "./lists/listing.ts";
import { type Page, pageOf, walk } from "./lists/walk.ts";
import type { Broken, Relation, Story } from "./relation.ts";

/** An item too many or too few between two pages shows with so many. */
const ITEMS = 5;
const SIZE = 2;
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
    for (let seed = 1; seed < ITEMS; seed++) await story.resource.make({ seed });
    const broken: Broken[] = [];
    for (const listing of listings) broken.push(...(await confirmed(story, () => look(listing, item, story))));
    return broken;
  },
};

async function look(listing: Listing, item: Item, story: Story): Promise<readonly Broken[]> {
  const { limit } = listing.steering;
  if (!limit || limit.most <= SIZE) return [];
  const size = Math.max(SIZE, limit.least);
  const { most } = limit;
  // A cursor of what seems to be the last page may lead somewhere.
  const isLast = ({ items }: Page): boolean => !listing.steering.cursor && items.length < most;
  const all = await walk(listing, item, story, { size: most, most: MAX_WHOLE_PAGES, until: isLast });
  const before = all?.pages[0];
  const walked = before && (await walk(listing, item, story, { size, most: MAX_PAGES }));
  const after = walked && (await pageOf(listing, item, story, { [limit.name]: most }));
  if (!all || !before || !walked || !after) return [];
  const [first] = walked.pages;
  const large = walked.pages.find(({ items }) => items.length > size);
  if (large) {
    const message = `A page of ${size} items was asked for, and has ${large.items.length}`;
    return [{ key: "size", message, exchange: large.exchange }];
  }
  // Others may have made or deleted something meanwhile: then nothing can be said.
  const ids = before.items.map(listing.idOf);
  if (first === undefined || ids.join("\n") !== after.items.map(listing.idOf).join("\n")) return [];
  const seen = walked.pages.flatMap(({ items }) => items.map(listing.idOf));
  const torn = [
    ...[twice(listing, walked.pages), twice(listing, all.pages)].flat().slice(0, 1),
    ...leftOut(listing, { all: ids, seen, walked, size }),
  ];
  // Torn pages have another number of items than the list.
  const isCounted = walked.isWhole && torn.length === 0;
  return [...torn, ...totals(first, { whole: before, ...(isCounted && { count: seen.length }) }), ...leadsOn(before)];
}

/** A page that has all items of the total, and a link to a next one (RFC 8288): it leads nowhere, which is allowed. */
function leadsOn({ exchange, items }: Page): readonly Broken[] {
  const link = exchange.response.headers["link"] ?? "";
  if (!/rel="?next\b/i.test(link) || items.length === 0 || totalIn(exchange) !== items.length) return [];
  const message = `A page has all ${items.length} items there are, and a link to a next page`;
  return [{ key: "next of the last", message, exchange, basis: "assumed" }];
}

function twice({ idOf }: Listing, pages: readonly Page[]): readonly Broken[] {
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

interface Seen {
  readonly all: readonly string[];
  readonly seen: readonly string[];
  readonly walked: { readonly pages: readonly Page[]; readonly isWhole: boolean };
  readonly size: number;
}

/** Of what is before the end of the pages in the whole list. */
function leftOut({ steering }: Listing, { all, seen, walked: { pages, isWhole }, size }: Seen): readonly Broken[] {
  const last = pages.at(-1) as Page;
  // Pages that are not full may be so because of what must not be seen.
  const reached = isWhole ? all.length : steering.place ? pages.length * size : new Set(seen).size;
  const missing = all.slice(0, reached).find((id) => !seen.includes(id));
  if (missing === undefined) return [];
  const message = `An item of the whole list is on none of its pages: "${missing}"`;
  return [{ key: "left out", message, exchange: last.exchange }];
}

interface Known {
  readonly whole: Page;
  /** How many items all pages have, where all were seen. */
  readonly count?: number;
}

function totals(first: Page, { whole, count }: Known): readonly Broken[] {
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

/** How many items there are in all: in an envelope, in an object in it, or in a header. "count" and "hits" may mean the page. */
function totalIn({ response }: Exchange): number | undefined {
  const told = response.headers["x-total-count"];
  return totalOf(jsonIn(response)) ?? (told !== undefined && /^\d+$/.test(told) ? Number(told) : undefined);
}

function totalOf(body: Json | undefined): number | undefined {
  if (!isObject(body)) return undefined;
  const isTotal = (name: string): boolean => totalNames.test(folded(name)) && /total/i.test(name);
  const own = Object.entries(body).find(([name, value]) => isTotal(name) && typeof value === "number");
  if (own) return own[1] as number;
  const inner = Object.entries(body).filter(([name]) => /^(meta|paging|page|pagination|pageinfo)$/.test(folded(name)));
  return inner.map(([, value]) => totalOf(value as JsonObject)).find((total) => total !== undefined);
}
