import { canonicalPath, isObject, itemIdOf } from "../../../contracts/index.ts";
import { rolesFor } from "../../model/roles.ts";
import { isSoftDeleted } from "../../model/soft-deleted.ts";
import { isNameable } from "../effects.ts";
import { sentValues } from "../items.ts";
import { itemPathOf, requestAt, routerFor } from "../places.ts";
import type { TrackedItem } from "../removal.ts";
import type { ListItems, Listing } from "../unnamed-items.ts";

/** Pause before a second look, in milliseconds. A list may be late. */
const PAUSE_MS = 200;
/** Maximum number of requests to list a collection. */
const MAX_PAGES = 3;

interface Tools {
  readonly list: ListItems;
  pause(milliseconds: number): Promise<void>;
}

/**
 * Deleted items that their lists still show. A provider that decodes no path, or decodes it twice, finds no item whose
 * key has a reserved character.
 */
export async function findStillListed(
  items: readonly TrackedItem[],
  { list, pause }: Tools,
): Promise<Set<TrackedItem>> {
  const listed = new Set<TrackedItem>();
  for (const [, group] of groupsOf(items)) {
    const look = async (sought: readonly TrackedItem[]): Promise<readonly TrackedItem[]> => {
      const paths = await pathsIn(group.listing, list);
      return sought.filter(({ path }) => paths.has(path));
    };
    let shown = await look(group.items);
    if (shown.length > 0) await pause(PAUSE_MS);
    if (shown.length > 0) shown = await look(shown);
    for (const each of shown) listed.add(each);
  }
  return listed;
}

/** Maximum number of requests to look for items in their lists. */
export function maxListRequests(items: readonly TrackedItem[]): number {
  return groupsOf(items).size * 2 * MAX_PAGES;
}

/** Items by the list of their collection. Those of a deleted item above them are left out. */
function groupsOf(items: readonly TrackedItem[]) {
  const groups = new Map<string, { readonly listing: Listing; readonly items: TrackedItem[] }>();
  for (const item of items) {
    if (!item.removal || item.deletedAbove !== undefined || item.as) continue;
    const path = item.path.slice(0, item.path.lastIndexOf("/"));
    const key = `${item.api} ${path}`;
    const listing = groups.has(key) ? undefined : listingAt(item, path);
    if (listing) groups.set(key, { listing, items: [] });
    groups.get(key)?.items.push(item);
  }
  return groups;
}

function listingAt({ api, contract }: TrackedItem, path: string): Listing | undefined {
  const found = requestAt(contract, "GET", path);
  const role = found && rolesFor(contract).get(found.operation);
  if (!found || role?.kind !== "list" || canonicalPath(found.operation.path) !== canonicalPath(role.collection))
    return undefined;
  return { api, contract, role, values: sentValues(found.request, routerFor(contract)), path };
}

async function pathsIn(listing: Listing, list: ListItems): Promise<ReadonlySet<string>> {
  const { contract, role, values } = listing;
  const items = (await list(listing).catch(() => undefined)) ?? [];
  const paths = items.flatMap((item) => {
    const id = itemIdOf(item, role);
    const isNamed = (typeof id === "string" || typeof id === "number") && isNameable(id);
    return isObject(item) && isNamed && !isSoftDeleted(item) ? [itemPathOf(contract, role, [...values, id])] : [];
  });
  return new Set(paths);
}
