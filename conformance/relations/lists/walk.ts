import type { JsonObject } from "../../../contracts/index.ts";
import type { Steering } from "./steering.ts";
import type { Item } from "../../items/item.ts";
import type { Exchange } from "../../model/exchange.ts";
import type { Scope } from "../../scope/scope.ts";
import { linksNext, readCursor, readTotal } from "./envelope.ts";
import type { Listing } from "./listing.ts";

/** Selects a list: by an item in it, or by the values of its path. */
export type Place = Pick<Item, "values" | "value">;

/** The part of a scope that reading lists needs. */
export type ListScope = Pick<Scope, "contract" | "exchange" | "pause" | "target">;

/** A list at a place, and the scope to read it with. */
export interface List extends Listing {
  readonly place: Place;
  readonly story: ListScope;
}

export function openList(listing: Listing, place: Place, story: ListScope): List {
  return { ...listing, place, story };
}

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
  /** Requested page size. Defaults to the one of the provider. */
  readonly size?: number | undefined;
  readonly most: number;
  readonly parameters?: JsonObject;
  /** Stops after the page for which it returns true. */
  readonly until?: (page: Page) => boolean;
}

/** One page of a list. Returns undefined if the request is not allowed, or the response is no list. */
export async function readPage(list: List, parameters: JsonObject): Promise<Page | undefined> {
  const request = list.request(list.place, parameters);
  const exchange = request && (await list.story.exchange(request, list.operation));
  const items = exchange && list.shown(exchange);
  return items && { exchange, items };
}

/** One page of the maximum size. */
export function readLargePage(list: List, parameters: JsonObject = {}): Promise<Page | undefined> {
  return readPage(list, { ...requestFullPage(list), ...parameters });
}

/** Parameters that request the maximum page size. */
export function requestFullPage({ steering: { limit } }: Listing): JsonObject {
  return limit ? { [limit.name]: limit.most } : {};
}

/** Ids of listed items. */
export function listItemIds({ idOf }: Listing, items: readonly JsonObject[]): readonly string[] {
  return items.map(idOf);
}

/** Reads up to `most` pages. Returns undefined if a page cannot be read. */
export async function walkPages(
  list: List,
  { size, most, parameters = {}, until }: WalkOptions,
): Promise<Walk | undefined> {
  const { limit } = list.steering;
  const sized = size === undefined || !limit ? parameters : { ...parameters, [limit.name]: size };
  const pages: Page[] = [];
  let pageParameters: JsonObject | undefined = {};
  while (pageParameters && pages.length < most) {
    const page: Page | undefined = await readPage(list, { ...sized, ...pageParameters });
    if (!page) return undefined;
    pages.push(page);
    if (until?.(page)) return { pages, isWhole: false };
    pageParameters = page.items.length === 0 ? undefined : next(list, pages, size);
  }
  return { pages, isWhole: isEnd(list, pages, pageParameters) };
}

/** Parameters of the next page. Returns undefined if there is none, or no known way to request it. */
function next({ steering, idOf }: Listing, pages: readonly Page[], size: number | undefined): JsonObject | undefined {
  const { place, cursor, after } = steering;
  const last = pages.at(-1) as Page;
  if (cursor) {
    const cursorText = readCursor(last.exchange);
    if (cursorText === undefined) return undefined;
    return { [cursor.name]: cursorText };
  }
  if (place && (size !== undefined || place.counts === "pages"))
    return { [place.name]: place.first + offsetAfter(pages, place.counts) };
  const lastItem = last.items.at(-1);
  if (after && lastItem) return { [after.name]: idOf(lastItem) };
  return undefined;
}

/** Number of pages or of items before the next page. A provider may send fewer items than were asked for. */
export function offsetAfter(pages: readonly Page[], counts: "items" | "pages"): number {
  if (counts === "pages") return pages.length;
  return itemsOn(pages).length;
}

export function itemsOn(pages: readonly Page[]): readonly JsonObject[] {
  return pages.flatMap(({ items }) => items);
}

/** Items on the first pages of a list, at the maximum page size. */
export interface FirstPages extends Page {
  /** True if these are all items. */
  readonly isWhole: boolean;
  /** Number of items of the whole list, if the list says it. */
  readonly total?: number | undefined;
}

const MAX_PAGES = 3;

/** Reads the first pages of a list. With `isWholeOnly`, a list whose total does not fit into `most` pages is left at the first. */
export async function readFirstPages(
  list: List,
  parameters: JsonObject = {},
  { most = MAX_PAGES, isWholeOnly = false }: { readonly most?: number; readonly isWholeOnly?: boolean } = {},
): Promise<FirstPages | undefined> {
  const isBeyond = ({ items, exchange }: Page): boolean =>
    isWholeOnly && items.length > 0 && (readTotal(exchange) ?? 0) > most * items.length;
  const walked = await walkPages(list, {
    size: list.steering.limit?.most,
    most,
    parameters,
    until: (page) => !mayGoOn(list, page) || isBeyond(page),
  });
  const [first] = walked?.pages ?? [];
  const last = walked?.pages.at(-1);
  if (!walked || !first || !last) return undefined;
  const isWhole = walked.isWhole || !mayGoOn(list, last);
  return { items: itemsOn(walked.pages), exchange: first.exchange, isWhole, total: readTotal(first.exchange) };
}

/** True where more items may follow a page of the maximum size. */
export function mayGoOn({ steering, fields }: Listing, { items, exchange }: Page): boolean {
  const { limit, place, cursor, after } = steering;
  if (cursor && readCursor(exchange) !== undefined) return true;
  if (linksNext(exchange) || (readTotal(exchange) ?? 0) > items.length) return true;
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
  const last = pages.at(-1);
  if (cursor || last?.items.length === 0) return true;
  if (place || after) return false;
  const total = last && readTotal(last.exchange);
  if (total !== undefined && total <= itemsOn(pages).length) return true;
  // A list with unknown paging parameters may have more pages.
  return !limit && fields.every(({ name }) => !paging.test(name));
}
