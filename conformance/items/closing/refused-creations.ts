import { type Json, type JsonObject, isObject, itemIdOf, itemInRequest } from "../../../contracts/index.ts";
import type { Exchange } from "../../model/exchange.ts";
import { firstAlteration } from "../alterations.ts";
import { itemsAskedIn } from "../creation.ts";
import { isCreating, isNameable, roleOf } from "../effects.ts";
import { type Leftover, leftoverOf } from "../leftover.ts";
import { itemPathOf, placeOf } from "../places.ts";
import type { SentRequest } from "../sent-request.ts";
import type { createTrackedPaths } from "../tracked-paths.ts";
import type { ListItems, Listing } from "../unnamed-items.ts";

interface Refusal {
  readonly sent: SentRequest;
  readonly status: number;
  readonly listing: Listing;
  /** Path of the item, if the request chose its key. */
  readonly path: string | undefined;
  /** Item in the body of the request. */
  readonly asked: Json;
}

/** True for an item that the run has created. */
type IsOwn = (sent: SentRequest, path: string) => boolean;

/** Maximum number of requests to list a collection. */
const MAX_PAGES = 3;

/**
 * Creations that were refused. At the end of a run, lists show whether they made items nevertheless. Such an item may
 * be that of another client that sent the same values, so that it is listed and never removed.
 */
export function createRefusedCreations({ listingOf, pathBefore }: ReturnType<typeof createTrackedPaths>) {
  const refusals = new Map<string, Refusal[]>();
  const before = new Map<string, ReadonlySet<string>>();
  return {
    /** Registers the places of all items that a collection had before the first creation in it. */
    recordWhole: (listing: Listing, places: ReadonlySet<string>): void => void before.set(keyOf(listing), places),
    /** Registers a refusal. A conflict speaks of an item that was there. */
    record({ response: { status } }: Exchange, sent: SentRequest): void {
      const role = roleOf(sent);
      if (!role || !isCreating(role) || status === 409 || status === 412 || sent.as?.id === "other") return;
      const listing = listingOf(sent.request, sent.operation, { ...sent, role });
      // Without the items from before, nothing shows which ones are new.
      if (!before.has(keyOf(listing))) return;
      const group = refusals.get(keyOf(listing)) ?? [];
      refusals.set(keyOf(listing), group);
      const path = pathBefore(sent);
      for (const asked of itemsAskedIn(sent.request, role)) group.push({ sent, status, listing, path, asked });
    },
    maxRequests: () => refusals.size * MAX_PAGES,
    /** Finds the items that refused requests may have made. */
    async find(list: ListItems | undefined, isOwn: IsOwn): Promise<readonly Leftover[]> {
      const leftovers: Leftover[] = [];
      for (const [key, group] of refusals) {
        const [{ listing }] = group as [Refusal];
        const shown = await list?.(listing).catch(() => undefined);
        const old = before.get(key) as ReadonlySet<string>;
        for (const item of shown?.items ?? []) if (isObject(item)) leftovers.push(...claim(item, group, old, isOwn));
      }
      refusals.clear();
      return leftovers;
    },
  };
}

function claim(
  item: JsonObject,
  group: readonly Refusal[],
  old: ReadonlySet<string>,
  isOwn: IsOwn,
): readonly Leftover[] {
  const [{ listing }] = group as [Refusal];
  const { api, contract, role, values } = listing;
  const id = itemIdOf(item, role);
  if ((typeof id !== "string" && typeof id !== "number") || !isNameable(id)) return [];
  const path = itemPathOf(contract, role, [...values, id]);
  if (old.has(placeOf(api, path, undefined))) return [];
  const like = group.find((each) => each.path === path || isLike(item, each));
  if (!like || isOwn(like.sent, path)) return [];
  const { sent, status } = like;
  const reason = `it was answered ${status}, and the list shows an item that may be its own`;
  return [leftoverOf({ api, operation: sent.operation.name, path, as: sent.as, isPossible: true }, reason)];
}

/** True for an item that shows a value that was sent, and no other value for any of them. */
function isLike(item: JsonObject, { asked, listing }: Refusal): boolean {
  const inner = itemInRequest(asked, listing.role);
  if (!isObject(inner) || firstAlteration(inner, item) !== undefined) return false;
  return Object.entries(inner).some(([name, value]) => item[name] === value);
}

function keyOf({ api, path }: Listing): string {
  return `${api} ${path}`;
}
