import type { Item } from "../../items/item.ts";
import { type Json, type JsonObject, foldedName, isObject, nextNames } from "../../../contracts/index.ts";
import { type Exchange, jsonIn } from "../../model/exchange.ts";
import type { Scope } from "../../scope/scope.ts";
import type { Listing } from "./listing.ts";
import type { Steering } from "./steering.ts";
import { totalIn } from "./total.ts";

/** Selects a list: by an item in it, or by the values of its path. */
export type Place = Pick<Item, "values" | "value">;

/** The part of a scope that reading lists needs. */
export type ListScope = Pick<Scope, "contract" | "exchange" | "pause" | "target">;

/** A page of a list. */
export interface Page {
  readonly exchange: Exchange;
  readonly items: readonly JsonObject[];
}

/** Consecutive pages of a list. */
export interface Walk {
  readonly pages: readonly Page[];
  /** True if the last page is the end of the list. */
  readonly isWhole: boolean;
}

interface WalkOptions {
  /** Requested page size. */
  readonly size?: number;
  readonly most: number;
  readonly parameters?: JsonObject;
  /** Stops after the page for which it returns true. */
  readonly until?: (page: Page) => boolean;
}

/** One page of a list. Returns undefined if the request is not allowed, or the response is no list. */
export async function pageOf(
  listing: Listing,
  item: Place,
  story: ListScope,
  parameters: JsonObject,
): Promise<Page | undefined> {
  const request = listing.request(item, parameters);
  const exchange = request && (await story.exchange(request, listing.operation));
  const items = exchange && listing.shown(exchange);
  return items && { exchange, items };
}

/** Reads up to `most` pages. Returns undefined if a page cannot be read. */
export async function walk(
  listing: Listing,
  item: Place,
  story: ListScope,
  { size, most, parameters = {}, until }: WalkOptions,
): Promise<Walk | undefined> {
  const { limit } = listing.steering;
  const sized = size === undefined || !limit ? parameters : { ...parameters, [limit.name]: size };
  const pages: Page[] = [];
  let pageParameters: JsonObject | undefined = {};
  while (pageParameters && pages.length < most) {
    const page: Page | undefined = await pageOf(listing, item, story, { ...sized, ...pageParameters });
    if (!page) return undefined;
    pages.push(page);
    if (until?.(page)) return { pages, isWhole: false };
    pageParameters = page.items.length === 0 ? undefined : next(listing, pages, size);
  }
  return { pages, isWhole: isEnd(listing, pages, pageParameters) };
}

/** Parameters of the next page. Returns undefined if there is none, or no known way to request it. */
function next({ steering, idOf }: Listing, pages: readonly Page[], size: number | undefined): JsonObject | undefined {
  const { place, cursor, after } = steering;
  const last = pages.at(-1) as Page;
  if (cursor) {
    const cursorText = cursorOf(last);
    return cursorText === undefined ? undefined : { [cursor.name]: cursorText };
  }
  if (place && (size !== undefined || place.counts === "pages"))
    return { [place.name]: place.first + offsetAfter(pages, place.counts) };
  const lastItem = last.items.at(-1);
  return after && lastItem ? { [after.name]: idOf(lastItem) } : undefined;
}

/** Number of pages or of items before the next page. A provider may send fewer items than were asked for. */
export function offsetAfter(pages: readonly Page[], counts: "items" | "pages"): number {
  return counts === "pages" ? pages.length : pages.reduce((sum, { items }) => sum + items.length, 0);
}

/** Items on the first pages of a list, at the maximum page size. */
export interface FirstPages {
  readonly items: readonly JsonObject[];
  readonly exchange: Exchange;
  /** True if these are all items. */
  readonly isWhole: boolean;
}

const MAX_PAGES = 3;

/** Parameters that request the maximum page size. */
export function allOf({ steering: { limit } }: Listing): JsonObject {
  return limit ? { [limit.name]: limit.most } : {};
}

export async function readFirstPages(
  listing: Listing,
  item: Place,
  story: ListScope,
  parameters: JsonObject = {},
): Promise<FirstPages | undefined> {
  const { limit } = listing.steering;
  const walked = await walk(listing, item, story, {
    ...(limit && { size: limit.most }),
    most: MAX_PAGES,
    parameters,
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

/** True where more items may follow a page of the maximum size. */
export function mayGoOn({ steering, fields }: Listing, { items, exchange }: Page): boolean {
  const { limit, place, cursor, after } = steering;
  const body = jsonIn(exchange.response);
  if (cursor && cursorIn(body) !== undefined) return true;
  if (/rel="?next\b/i.test(exchange.response.headers["link"] ?? "")) return true;
  const total = totalIn(exchange);
  if (total !== undefined && total > items.length) return true;
  if (limit) return !isShort(items.length, limit);
  return items.length > 0 && (Boolean(cursor ?? place ?? after) || fields.some(({ name }) => paging.test(name)));
}

/** True if a page of the maximum size has fewer items, and no number that may be a maximum of which the contract is silent. */
export function isShort(count: number, { most, isOpen }: NonNullable<Steering["limit"]>): boolean {
  return count < most && !(isOpen === true && count > 0 && count % 10 === 0);
}

/** Names that may concern paging. */
const paging = /page|cursor|token|offset|limit|size/i;

function isEnd({ steering, fields }: Listing, pages: readonly Page[], pageParameters: JsonObject | undefined): boolean {
  if (pageParameters) return false;
  const { limit, place, cursor, after } = steering;
  if (cursor) return true;
  const last = pages.at(-1);
  if (last?.items.length === 0) return true;
  if (place || after) return false;
  const total = last && totalIn(last.exchange);
  if (total !== undefined && total <= pages.reduce((sum, { items }) => sum + items.length, 0)) return true;
  // A list with unknown paging parameters may have more pages.
  return !limit && fields.every(({ name }) => !paging.test(name));
}

/** The cursor of the page after a page. */
export function cursorOf({ exchange }: Page): string | undefined {
  return cursorIn(jsonIn(exchange.response));
}

/** The cursor of the next page, from an envelope or an object in it, such as `paging.next.after`. */
function cursorIn(body: Json | undefined, isNext = false): string | undefined {
  if (!isObject(body)) return undefined;
  const members = Object.entries(body);
  const isCursor = (name: string): boolean => nextNames.test(name) || (isNext && cursorsOfNext.test(name));
  const nextMember = members.find(([name, value]) => isCursor(foldedName(name)) && typeof value === "string");
  if (nextMember) return nextMember[1] === "" ? undefined : (nextMember[1] as string);
  const inner = members.filter(([name]) =>
    /^(meta|paging|page|pagination|pageinfo|cursors?|next)$/.test(foldedName(name)),
  );
  return inner
    .map(([name, value]) => cursorIn(value as Json, /^(next|cursors?)$/.test(foldedName(name))))
    .find((cursorText) => cursorText !== undefined);
}

/** Members of an object about the next page that hold its cursor. */
const cursorsOfNext = /^(after|cursor|token|pagetoken)$/;
