import {
  type Json,
  type JsonObject,
  type Role,
  isObject,
  extractItemId,
  itemInRequest,
} from "../../../contracts/index.ts";
import { canonicalJson } from "../../../contracts/generate/index.ts";
import { firstAlteration } from "../alterations.ts";
import { isNameable } from "../effects.ts";
import { type Leftover, createLeftover } from "../leftover.ts";
import { buildItemPath } from "../places.ts";
import { type ListItems, type ListedItems, type Listing, listingKey, countReservedPages } from "../listed-items.ts";
import type { RequestToSend } from "../request-to-send.ts";

interface UnnamedItem {
  readonly sent: RequestToSend;
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
  isKnown(sent: RequestToSend, path: string): boolean;
  /** Called for the path of an item that the list shows. */
  found(path: string, sent: RequestToSend, certainty: Pick<UnnamedItem, "isPossible">): void;
}

/** Minimum number of bytes of a text that no other client sends by chance. */
const MIN_UNIQUE = 8;

/** Items that a run may have created, and that no response names. */
export function createUnnamedItems() {
  const items: UnnamedItem[] = [];
  const uncertain: Leftover[] = [];
  const listed = new Map<string, ListedItems | undefined>();
  const isFullyListed = (listing: Pick<Listing, "api" | "path">): boolean =>
    listed.get(listingKey(listing))?.isWhole === true;
  const groups = (): Map<string, UnnamedItem[]> => Map.groupBy(items, ({ listing }) => listingKey(listing));
  return {
    add: (sent: RequestToSend, item: Omit<UnnamedItem, "sent">): void => void items.push({ sent, ...item }),
    /** Registers an item that is not removed, because it is not known to be new, or because no URL can name it. */
    addUncertain: (sent: RequestToSend, { path, reason, isPossible }: UncertainItem): void =>
      void uncertain.push(itemLeft(sent, path, reason, isPossible)),
    /** Registers that a collection was listed before the first creation, with all of its items or some. */
    recordListing: (listing: Listing, shown: ListedItems | undefined): void =>
      void listed.set(listingKey(listing), shown),
    /** Registers that a collection is new, so that nothing can be in it. */
    recordEmpty: (listing: Listing): void => void listed.set(listingKey(listing), { items: [], isWhole: true }),
    isListed: (listing: Listing): boolean => listed.has(listingKey(listing)),
    /** True if all items of a collection were listed before the first creation. */
    isWhole: isFullyListed,
    /** True if the collection may have an unnamed item. */
    hasItems: (listing: Listing): boolean => items.some((each) => listingKey(each.listing) === listingKey(listing)),
    takeUncertain: (): readonly Leftover[] => uncertain.splice(0),
    /** Finds the items in lists, by the values that were sent. Returns the others by collection. */
    async find(list: ListItems | undefined, finding: Finding): Promise<Map<string, Leftover[]>> {
      const missing = new Map<string, Leftover[]>();
      for (const [key, group] of groups()) missing.set(key, await findUnnamedItems(group, list, finding));
      items.length = 0;
      return missing;
    },
    leftovers: () => [...uncertain, ...items.map((item) => itemLeft(item.sent, null, item.reason, item.isPossible))],
    maxRequests: () =>
      [...groups().keys()].reduce((sum, key) => sum + countReservedPages(listed.get(key)), items.length),
  };

  async function findUnnamedItems(
    group: readonly UnnamedItem[],
    list: ListItems | undefined,
    { isKnown, found }: Finding,
  ): Promise<Leftover[]> {
    const [{ listing }] = group as [UnnamedItem];
    const { contract, role, values } = listing;
    const stay = (reason: string): Leftover[] =>
      group.map((each) => itemLeft(each.sent, null, `${each.reason}, and ${reason}`, each.isPossible));
    if (!isFullyListed(listing)) return stay("the items that were there before are not all known");
    const shown = await list?.(listing).catch(() => undefined);
    if (!shown) return stay("its collection could not be listed");
    const candidates = new Map<string, JsonObject>();
    for (const item of shown.items) {
      const id = extractItemId(item, role);
      if (isObject(item) && (typeof id === "string" || typeof id === "number") && isNameable(id))
        candidates.set(buildItemPath(contract, role, [...values, id]), item);
    }
    const missing: Leftover[] = [];
    // Certain creations claim their items first: each item belongs to one request only.
    const ordered = group.toSorted((one, other) => Number(one.isPossible ?? false) - Number(other.isPossible ?? false));
    const open = new Map<string, number>();
    for (const { asked } of group) open.set(canonicalJson(asked), (open.get(canonicalJson(asked)) ?? 0) + 1);
    const old = collectLongTexts(listed.get(listingKey(listing))?.items ?? []);
    const document = JSON.stringify(contract.document);
    // A text of the document, such as a default, or of an earlier item may be that of others.
    const hasOwnText = (asked: Json, item: JsonObject): boolean =>
      [...collectLongTexts([itemInRequest(asked, role) ?? null])].some(
        (text) => !old.has(text) && collectLongTexts([item]).has(text) && !document.includes(JSON.stringify(text)),
      );
    for (const { sent, asked, reason, isPossible = false } of ordered) {
      const unknown = [...candidates].filter(([path]) => !isKnown(sent, path));
      const alike = unknown.filter(([, item]) => resemblesAsked(asked, item, role) && hasOwnText(asked, item));
      const same = open.get(canonicalJson(asked)) as number;
      open.set(canonicalJson(asked), same - 1);
      // More items than requests with these values: nothing tells the item of the run from those of others.
      const [path] = alike.length > same ? [] : (alike[0] ?? []);
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
function resemblesAsked(asked: Json, item: JsonObject, role: Role): boolean {
  const inner = itemInRequest(asked, role);
  if (!isObject(inner)) return false;
  const isShown = Object.keys(inner).some((name) => Object.hasOwn(item, name));
  return isShown && firstAlteration(inner, item) === undefined;
}

/** Texts of items that are too long to be equal by chance. */
function collectLongTexts(items: readonly Json[]): ReadonlySet<string> {
  const values = items.flatMap((item) => (isObject(item) ? Object.values(item) : []));
  return new Set(
    values.filter((value): value is string => typeof value === "string" && Buffer.byteLength(value) >= MIN_UNIQUE),
  );
}

function itemLeft({ operation, as }: RequestToSend, path: string | null, reason: string, isPossible = false): Leftover {
  return createLeftover({ api: operation.api, operation: operation.name, path, as, isPossible }, reason);
}
