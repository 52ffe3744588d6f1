import {
  type Contract,
  type Json,
  type JsonObject,
  type Role,
  isObject,
  itemIdOf,
  itemInRequest,
} from "../../contracts/index.ts";
import { firstAlteration } from "./alterations.ts";
import { isNameable } from "./effects.ts";
import { type Leftover, leftoverOf } from "./leftover.ts";
import { itemPathOf } from "./places.ts";
import type { SentRequest } from "./sent-request.ts";

/** A collection below certain items. */
export interface Listing {
  readonly api: string;
  readonly contract: Contract;
  /** Role of an operation on the collection. */
  readonly role: Role;
  /** Path parameter values of the collection. */
  readonly values: readonly Json[];
  readonly path: string;
}

/** Items of a list, and true if these are all. */
interface ListedItems {
  readonly items: readonly Json[];
  readonly isWhole: boolean;
}

/** Lists a collection. Undefined if it cannot be listed. */
export type ListItems = (listing: Listing) => Promise<ListedItems | undefined>;

interface UnnamedItem {
  readonly sent: SentRequest;
  readonly listing: Listing;
  /** Item in the body of the request. */
  readonly asked: Json;
  readonly reason: string;
  /** True if the request failed, so that there may be no item. */
  readonly isPossible?: boolean;
}

interface UncertainItem extends Pick<UnnamedItem, "reason" | "isPossible"> {
  readonly path: string;
}

interface Finding {
  /** True for an item whose origin is known. */
  isKnown(sent: SentRequest, path: string): boolean;
  /** Called for the path of an item that the list shows. */
  found(path: string, sent: SentRequest, certainty: Pick<UnnamedItem, "isPossible">): void;
}

/** Maximum number of requests to list a collection. */
const MAX_PAGES = 3;

/** Items that a run may have created, and that no response names. */
export function createUnnamedItems() {
  const items: UnnamedItem[] = [];
  const uncertain: Leftover[] = [];
  const listed = new Map<string, boolean>();
  const keyOf = ({ api, path }: Listing): string => `${api} ${path}`;
  const isWhole = (listing: Listing): boolean => listed.get(keyOf(listing)) === true;
  const groups = (): Map<string, UnnamedItem[]> => Map.groupBy(items, ({ listing }) => keyOf(listing));
  return {
    add: (sent: SentRequest, item: Omit<UnnamedItem, "sent">): void => void items.push({ sent, ...item }),
    /** Registers an item that is not removed, because it is not known to be new, or because no URL can name it. */
    addUncertain: (sent: SentRequest, { path, reason, isPossible }: UncertainItem): void =>
      void uncertain.push(itemLeft(sent, path, reason, isPossible)),
    /** Registers that a collection was listed before the first creation, with all of its items or some. */
    recordListing: (listing: Listing, whole: boolean): void => void listed.set(keyOf(listing), whole),
    isListed: (listing: Listing): boolean => listed.has(keyOf(listing)),
    /** True if all items of a collection were listed before the first creation. */
    isWhole,
    /** True if the collection may have an unnamed item. */
    hasItems: (listing: Listing): boolean => items.some((each) => keyOf(each.listing) === keyOf(listing)),
    /** Finds the items in lists, by the values that were sent. Returns the others. */
    async find(list: ListItems | undefined, finding: Finding): Promise<readonly Leftover[]> {
      const missing: Leftover[] = [...uncertain];
      for (const group of groups().values()) missing.push(...(await findIn(group, list, finding)));
      items.length = 0;
      uncertain.length = 0;
      return missing;
    },
    leftovers: () => [...uncertain, ...items.map((item) => itemLeft(item.sent, null, item.reason, item.isPossible))],
    maxRequests: () => groups().size * MAX_PAGES + items.length,
  };

  async function findIn(
    group: readonly UnnamedItem[],
    list: ListItems | undefined,
    { isKnown, found }: Finding,
  ): Promise<readonly Leftover[]> {
    const [{ listing }] = group as [UnnamedItem];
    const { contract, role, values } = listing;
    const stay = (reason: string): readonly Leftover[] =>
      group.map((each) => itemLeft(each.sent, null, `${each.reason}, and ${reason}`, each.isPossible));
    if (!isWhole(listing)) return stay("the items that were there before are not all known");
    const shown = await list?.(listing).catch(() => undefined);
    if (!shown) return stay("its collection could not be listed");
    const candidates = new Map<string, JsonObject>();
    for (const item of shown.items) {
      const id = itemIdOf(item, role);
      if (isObject(item) && (typeof id === "string" || typeof id === "number") && isNameable(id))
        candidates.set(itemPathOf(contract, role, [...values, id]), item);
    }
    const missing: Leftover[] = [];
    // Certain creations claim their items first: each item belongs to one request only.
    const ordered = group.toSorted((one, other) => Number(one.isPossible ?? false) - Number(other.isPossible ?? false));
    for (const { sent, asked, reason, isPossible = false } of ordered) {
      const unknown = [...candidates].filter(([path]) => !isKnown(sent, path));
      const [path] = unknown.find(([, item]) => isLike(asked, item, role)) ?? [];
      if (path !== undefined) {
        found(path, sent, { isPossible });
        candidates.delete(path);
      } else if (!isPossible) missing.push(itemLeft(sent, null, `${reason}, and the list does not show it`));
      else if (unknown.length > 0)
        missing.push(itemLeft(sent, null, `${reason}, and the list shows items that may be its own`, true));
    }
    return missing;
  }
}

/** True if an item has a value that was sent, and no other value for one that was sent. */
function isLike(asked: Json, item: JsonObject, role: Role): boolean {
  const inner = itemInRequest(asked, role);
  if (!isObject(inner)) return false;
  const isShown = Object.keys(inner).some((name) => Object.hasOwn(item, name));
  return isShown && firstAlteration(inner, item) === undefined;
}

function itemLeft({ operation, as }: SentRequest, path: string | null, reason: string, isPossible = false): Leftover {
  return leftoverOf({ api: operation.api, operation: operation.name, path, as, isPossible }, reason);
}
