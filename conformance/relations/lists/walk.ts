import type { Item } from "../../items/item.ts";
import { type Json, type JsonObject, folded, isObject, nextNames } from "../../../contracts/index.ts";
import { type Exchange, jsonIn } from "../../model/exchange.ts";
import type { Scope } from "../../scope/scope.ts";
import type { Listing } from "./listing.ts";
import { totalIn } from "./total.ts";

/** In whose list something is looked for: of an item that is in it, or of what the path names. */
export type Place = Pick<Item, "values" | "value">;

/** What is needed to look at lists. */
export type Looking = Pick<Scope, "contract" | "exchange" | "pause" | "target">;

/** A page of a list. */
export interface Page {
  readonly exchange: Exchange;
  readonly items: readonly JsonObject[];
}

/** The pages of a list, one after another. */
export interface Walk {
  readonly pages: readonly Page[];
  /** Whether the last page is the end of the list. */
  readonly isWhole: boolean;
}

interface Walking {
  /** How many items a page is to have. */
  readonly size?: number;
  readonly most: number;
  readonly asked?: JsonObject;
  /** Ends it. */
  readonly until?: (page: Page) => boolean;
}

/** One page of a list; nothing where it cannot be asked for, or is not answered with a list. */
export async function pageOf(
  listing: Listing,
  item: Place,
  story: Looking,
  asked: JsonObject,
): Promise<Page | undefined> {
  const request = listing.request(item, asked);
  const exchange = request && (await story.exchange(request, listing.operation));
  const items = exchange && listing.shown(exchange);
  return items && { exchange, items };
}

/** Goes from page to page, so far at the most; nothing where a page is not answered. */
export async function walk(
  listing: Listing,
  item: Place,
  story: Looking,
  { size, most, asked = {}, until }: Walking,
): Promise<Walk | undefined> {
  const { limit } = listing.steering;
  const sized = size === undefined || !limit ? asked : { ...asked, [limit.name]: size };
  const pages: Page[] = [];
  let turn: JsonObject | undefined = {};
  while (turn && pages.length < most) {
    const page: Page | undefined = await pageOf(listing, item, story, { ...sized, ...turn });
    if (!page) return undefined;
    pages.push(page);
    if (until?.(page)) return { pages, isWhole: false };
    turn = page.items.length === 0 ? undefined : next(listing, pages, size);
  }
  return { pages, isWhole: isEnd(listing, pages, turn) };
}

/** What asks for the page after the last one; nothing where there is none, or no way to it. */
function next({ steering, idOf }: Listing, pages: readonly Page[], size: number | undefined): JsonObject | undefined {
  const { place, cursor, after } = steering;
  const last = pages.at(-1) as Page;
  if (cursor) {
    const told = cursorIn(jsonIn(last.exchange.response));
    return told === undefined ? undefined : { [cursor.name]: told };
  }
  if (place && (size !== undefined || place.counts === "pages")) {
    const ahead = place.counts === "pages" ? pages.length : pages.length * (size ?? 0);
    return { [place.name]: place.first + ahead };
  }
  const lastItem = last.items.at(-1);
  return after && lastItem ? { [after.name]: idOf(lastItem) } : undefined;
}

/** What a list has, as far as some of its largest pages reach. */
export interface Reach {
  readonly items: readonly JsonObject[];
  readonly exchange: Exchange;
  /** Whether that is all. */
  readonly isWhole: boolean;
}

const MAX_PAGES = 3;

/** Asks for as much as a page can have. */
export function allOf({ steering: { limit } }: Listing): JsonObject {
  return limit ? { [limit.name]: limit.most } : {};
}

export async function reachOf(
  listing: Listing,
  item: Place,
  story: Looking,
  asked: JsonObject = {},
): Promise<Reach | undefined> {
  const { limit } = listing.steering;
  const walked = await walk(listing, item, story, {
    ...(limit && { size: limit.most }),
    most: MAX_PAGES,
    asked,
    until: (page) => !mayGoOn(listing, page),
  });
  const [first] = walked?.pages ?? [];
  const last = walked?.pages.at(-1);
  if (!walked || !first || !last) return undefined;
  return {
    items: walked.pages.flatMap(({ items }) => items),
    exchange: first.exchange,
    isWhole: walked.isWhole || !mayGoOn(listing, last),
  };
}

/** Whether there may be more after a page that is as large as can be asked for. */
export function mayGoOn({ steering, fields }: Listing, { items, exchange }: Page): boolean {
  const { limit, place, cursor, after } = steering;
  const body = jsonIn(exchange.response);
  if (cursor && cursorIn(body) !== undefined) return true;
  if (/rel="?next\b/i.test(exchange.response.headers["link"] ?? "")) return true;
  const total = totalIn(exchange);
  if (total !== undefined && total > items.length) return true;
  if (limit) return items.length >= limit.most;
  return items.length > 0 && (Boolean(cursor ?? place ?? after) || fields.some(({ name }) => paging.test(name)));
}

/** What may have to do with pages, though not in a plain way. */
const paging = /page|cursor|token|offset|limit|size/i;

function isEnd({ steering, fields }: Listing, pages: readonly Page[], turn: JsonObject | undefined): boolean {
  if (turn) return false;
  const { limit, place, cursor, after } = steering;
  if (cursor) return true;
  if (place || after) return pages.at(-1)?.items.length === 0;
  // What is paged in a way that is not plain may go on.
  return !limit && fields.every(({ name }) => !paging.test(name));
}

/** The cursor of the next page, where an envelope has one, or an object in it. */
function cursorIn(body: Json | undefined): string | undefined {
  if (!isObject(body)) return undefined;
  const members = Object.entries(body);
  const own = members.find(([name, value]) => nextNames.test(folded(name)) && typeof value === "string");
  if (own) return own[1] === "" ? undefined : (own[1] as string);
  const inner = members.filter(([name]) => /^(meta|paging|page|pagination|pageinfo|cursors?|next)$/.test(folded(name)));
  return inner.map(([, value]) => cursorIn(value as Json)).find((told) => told !== undefined);
}
