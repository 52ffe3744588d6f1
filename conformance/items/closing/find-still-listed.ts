import { canonicalPath, isObject, extractItemId } from "../../../contracts/index.ts";
import { rolesFor } from "../../model/roles.ts";
import { isSoftDeleted } from "../../model/soft-deleted.ts";
import { isNameable } from "../effects.ts";
import { sentValues } from "../items.ts";
import { type Leftover, createLeftover } from "../leftover.ts";
import { buildItemPath, resolveRequest, routerFor } from "../places.ts";
import type { TrackedItem } from "../removal.ts";
import { type ListItems, type Listing, countReservedPages } from "../listed-items.ts";

/** Pause before a second look, in milliseconds. A list may be late. */
const PAUSE_MS = 200;

interface Tools {
  readonly list: ListItems;
  pause(milliseconds: number): Promise<void>;
}

const STILL_LISTED = "after its deletion the list still shows it";
const LIKE_OTHERS = "the list still shows others after their deletion, and not all of its items are known";

/**
 * Leftovers of deletions: items that their lists still show, and those like them that a longer list may show. A provider
 * that decodes no path, or decodes it twice, finds no item whose key has a reserved character.
 */
export async function findStillListed(
  items: readonly TrackedItem[],
  { list, pause }: Tools,
): Promise<readonly Leftover[]> {
  const leftovers: Leftover[] = [];
  for (const [, { listing, items: sought }] of groupByListing(items)) {
    const first = await listItemPaths(listing, list);
    if (!sought.some(({ path }) => first.paths.has(path))) continue;
    await pause(PAUSE_MS);
    const { paths, isWhole } = await listItemPaths(listing, list);
    const isAnyShown = sought.some(({ path }) => paths.has(path));
    for (const item of isAnyShown ? sought : []) {
      if (paths.has(item.path)) leftovers.push(createLeftover(item, STILL_LISTED));
      else if (!isWhole) leftovers.push(createLeftover({ ...item, isPossible: true }, LIKE_OTHERS));
    }
  }
  return leftovers;
}

/** Maximum number of requests to look for items in their lists. */
export function maxListRequests(items: readonly TrackedItem[]): number {
  return groupByListing(items).size * 2 * countReservedPages(undefined);
}

/** Items by the list of their collection. Those of a deleted item above them are left out. */
function groupByListing(items: readonly TrackedItem[]) {
  const groups = new Map<string, { readonly listing: Listing; readonly items: TrackedItem[] }>();
  for (const item of items) {
    if (!item.removal || item.deletedAbove !== undefined || item.as) continue;
    const path = item.path.slice(0, item.path.lastIndexOf("/"));
    const key = `${item.api} ${path}`;
    const listing = groups.has(key) ? undefined : resolveListing(item, path);
    if (listing) groups.set(key, { listing, items: [] });
    groups.get(key)?.items.push(item);
  }
  return groups;
}

function resolveListing({ api, contract }: TrackedItem, path: string): Listing | undefined {
  const found = resolveRequest(contract, "GET", path);
  const role = found && rolesFor(contract).get(found.operation);
  if (!found || role?.kind !== "list" || canonicalPath(found.operation.path) !== canonicalPath(role.collection))
    return undefined;
  return { api, contract, role, values: sentValues(found.request, routerFor(contract)), path };
}

async function listItemPaths(listing: Listing, list: ListItems) {
  const { contract, role, values } = listing;
  const listed = await list(listing).catch(() => undefined);
  const paths = (listed?.items ?? []).flatMap((item) => {
    const id = extractItemId(item, role);
    const isNamed = (typeof id === "string" || typeof id === "number") && isNameable(id);
    if (isObject(item) && isNamed && !isSoftDeleted(item)) return [buildItemPath(contract, role, [...values, id])];
    return [];
  });
  return { paths: new Set(paths), isWhole: listed?.isWhole === true };
}
