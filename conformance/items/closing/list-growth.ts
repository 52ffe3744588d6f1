import { type Contract, type Operation, canonicalPath, isObject, extractItemId } from "../../../contracts/index.ts";
import { canonicalJson } from "../../../contracts/generate/index.ts";
import { rolesFor } from "../../model/roles.ts";
import { isSoftDeleted } from "../../model/soft-deleted.ts";
import { findCreatingOperation } from "../creates-items.ts";
import { isNameable } from "../effects.ts";
import { type Leftover, createLeftover } from "../leftover.ts";
import { type ListItems, type ListedItems, type Listing, listingKey, countReservedPages } from "../listed-items.ts";
import { buildItemPath } from "../places.ts";

/** A collection before the first write of the run. */
interface Snapshot {
  readonly listing: Listing;
  readonly listed: ListedItems;
  readonly items: ItemsByPath;
}

/** Members of items as canonical JSON. */
type ItemsByPath = ReadonlyMap<string, ReadonlyMap<string, string>>;

interface Known {
  /** True for the path of an item that the run made, or that the report names. */
  isKnown(listing: Listing, path: string): boolean;
  /** Number of items of a collection that are named, and stay. */
  countNamed(listing: Listing): number;
  /** Leftovers without a path, by collection. Those that a list shows get one, or go. */
  readonly unnamed: Map<string, Leftover[]>;
}

const NEW = "its list did not show it before the run, and no response says what made it";
const GROWN = "its list has grown by more items than the responses name";
const UNREAD = "not all of its items were listed, so that nothing shows whether the run left others";
const GONE = "its list showed it before the run, and no longer does";

/**
 * Lists of a run, before its first write and after its last one. They show what no response shows: items of refused
 * requests, of side effects, and those of others that a request has changed.
 */
export function createListGrowth() {
  const snapshots = new Map<string, Snapshot>();
  /** Lists that are not read before the first write, because there are too many. */
  const unlisted = new Map<string, Listing>();
  return {
    recordListing(listing: Listing, listed: ListedItems | undefined): void {
      if (listed) snapshots.set(listingKey(listing), { listing, listed, items: itemsByPath(listing, listed.items) });
    },
    recordUnlisted: (listing: Listing): void => void unlisted.set(listingKey(listing), listing),
    maxRequests: (): number => [...snapshots.values()].reduce((sum, each) => sum + countReservedPages(each.listed), 0),
    /** Finds what is new, what differs and what is gone. */
    async find(list: ListItems, known: Known): Promise<readonly Leftover[]> {
      const found: Leftover[] = [];
      for (const snapshot of snapshots.values()) {
        const now = await list(snapshot.listing).catch(() => undefined);
        if (now) found.push(...compareSnapshot(snapshot, now, known));
      }
      found.push(...unreadLists([...unlisted.values()]));
      snapshots.clear();
      unlisted.clear();
      return found;
    },
  };
}

/** The leftover that stands for all lists that were not read. */
function unreadLists(lists: readonly Listing[]): readonly Leftover[] {
  const [first] = lists;
  const count = lists.length === 1 ? "1 list was" : `${lists.length} lists were`;
  const reason = `${count} not read before the first write, because there are too many: nothing shows whether the run left items there`;
  if (first) return [possible(first, null, reason)];
  return [];
}

function compareSnapshot(before: Snapshot, now: ListedItems, known: Known): readonly Leftover[] {
  const { listing, listed } = before;
  const items = itemsByPath(listing, now.items);
  const unnamed = known.unnamed.get(listingKey(listing)) ?? [];
  const found: Leftover[] = [];
  let count = 0;
  for (const [path, members] of items) {
    if (known.isKnown(listing, path)) continue;
    const old = before.items.get(path);
    if (!old && listed.isWhole) {
      count++;
      const left = unnamed.shift();
      found.push(left ? { ...left, path } : possible(listing, path, NEW));
    }
    const names = old ? [...old].flatMap(([name, value]) => (members.get(name) === value ? [] : [name])) : [];
    if (names.length > 0) found.push(possible(listing, path, `its list shows another ${names.slice(0, 3).join(", ")}`));
  }
  for (const path of now.isWhole ? before.items.keys() : [])
    if (!items.has(path) && !known.isKnown(listing, path)) found.push(possible(listing, path, GONE));
  if (listed.isWhole && now.isWhole) {
    const made = unnamed.filter(({ effect }) => effect === "made");
    known.unnamed.set(listingKey(listing), made);
    return found;
  }
  const old = listed.isWhole ? before.items.size : listed.total;
  if (old === undefined || now.total === undefined) return [...found, possible(listing, null, UNREAD)];
  const more = now.total - old - count - unnamed.length - known.countNamed(listing);
  return [...found, ...Array.from({ length: Math.max(0, more) }, () => possible(listing, null, GROWN))];
}

function possible(listing: Listing, path: string | null, reason: string): Leftover {
  const { api, contract, role } = listing;
  const operation = findCreatingOperation(contract, role.collection) ?? findListOperation(contract, role.collection);
  return createLeftover({ api, operation: operation?.name ?? listing.path, path, isPossible: true }, reason);
}

function findListOperation(contract: Contract, collection: string): Operation | undefined {
  return [...rolesFor(contract)].find(
    ([, role]) => role.kind === "list" && canonicalPath(role.collection) === canonicalPath(collection),
  )?.[0];
}

/** Items that a list shows, by path. Those without a key and deleted ones are left out. */
function itemsByPath({ contract, role, values }: Listing, items: ListedItems["items"]): ItemsByPath {
  const found = new Map<string, ReadonlyMap<string, string>>();
  for (const item of items) {
    const id = extractItemId(item, role);
    if (!isObject(item) || isSoftDeleted(item)) continue;
    if ((typeof id !== "string" && typeof id !== "number") || !isNameable(id)) continue;
    const members = Object.entries(item).map(([name, value]) => [name, canonicalJson(value ?? null)] as const);
    found.set(buildItemPath(contract, role, [...values, id]), new Map(members));
  }
  return found;
}
