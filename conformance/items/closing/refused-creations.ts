import { type Json, type JsonObject, isObject, itemIdOf, itemInRequest } from "../../../contracts/index.ts";
import { type Exchange, jsonIn } from "../../model/exchange.ts";
import type { WireRequest } from "../../model/wire-message.ts";
import { firstAlteration } from "../alterations.ts";
import { itemsAskedIn } from "../creation.ts";
import { isCreating, isNameable, roleOf } from "../effects.ts";
import { type Leftover, leftoverOf } from "../leftover.ts";
import { itemPathOf, placeOf } from "../places.ts";
import type { SentRequest } from "../sent-request.ts";
import type { createTrackedPaths } from "../tracked-paths.ts";
import type { ListItems, Listing } from "../unnamed-items.ts";

/** A creation that was refused, although its item was made. */
export interface RefusedCreation {
  readonly exchange: Exchange;
  readonly sent: SentRequest;
}

interface Refusal extends RefusedCreation {
  readonly listing: Listing;
  /** Path of the item, if the request chose its key. */
  readonly path: string | undefined;
  /** Item in the body of the request. */
  readonly asked: Json;
}

interface Finding {
  /** True for an item that an accepted request of the run made. */
  isOwn(sent: SentRequest, path: string): boolean;
  /** Called for an item that a refused request made. */
  found(path: string, sent: SentRequest): void;
}

/** Maximum number of requests to list a collection. */
const MAX_PAGES = 3;
/** Shortest text and smallest number that two clients hardly choose by chance. */
const TELLING = { length: 4, number: 1000 } as const;

/** Creations that were refused. At the end of a run, lists show whether they made items nevertheless. */
export function createRefusedCreations({ listingOf, pathBefore }: ReturnType<typeof createTrackedPaths>) {
  const refusals = new Map<string, Refusal[]>();
  const before = new Map<string, ReadonlySet<string>>();
  const made: RefusedCreation[] = [];
  /** Telling values of requests that may have made an item which no response names, such as a registration. */
  const accepted = new Set<Json>();
  return {
    /** Registers a request that may have made an item which no response names. */
    recordAccepted(request: WireRequest): void {
      for (const value of tellingValuesIn(jsonIn(request) ?? null)) accepted.add(value);
    },
    /** Registers the places of all items that a collection had before the first creation in it. */
    recordWhole: (listing: Listing, places: ReadonlySet<string>): void => void before.set(keyOf(listing), places),
    /** Registers a refusal. A conflict speaks of an item that was there. */
    record(exchange: Exchange, sent: SentRequest): void {
      const role = roleOf(sent);
      const { status } = exchange.response;
      if (!role || !isCreating(role) || status === 409 || status === 412 || sent.as?.id === "other") return;
      const listing = listingOf(sent.request, sent.operation, { ...sent, role });
      const group = refusals.get(keyOf(listing)) ?? [];
      // Without the items from before, nothing shows which ones are new.
      if (before.has(keyOf(listing))) refusals.set(keyOf(listing), group);
      const path = pathBefore(sent);
      for (const asked of itemsAskedIn(sent.request, role)) group.push({ exchange, sent, listing, path, asked });
    },
    made: (): readonly RefusedCreation[] => made,
    maxRequests: () => refusals.size * MAX_PAGES,
    /** Finds the items that refused requests made. Returns those that may be of another client. */
    async find(list: ListItems | undefined, finding: Finding): Promise<readonly Leftover[]> {
      const uncertain: Leftover[] = [];
      for (const [key, group] of refusals) {
        const [{ listing }] = group as [Refusal];
        const shown = await list?.(listing).catch(() => undefined);
        const old = before.get(key) as ReadonlySet<string>;
        for (const item of shown?.items ?? []) if (isObject(item)) uncertain.push(...claim(item, group, old, finding));
      }
      refusals.clear();
      return uncertain;
    },
  };

  function claim(
    item: JsonObject,
    group: readonly Refusal[],
    old: ReadonlySet<string>,
    { isOwn, found }: Finding,
  ): readonly Leftover[] {
    const [{ listing }] = group as [Refusal];
    const { api, contract, role, values } = listing;
    const id = itemIdOf(item, role);
    if ((typeof id !== "string" && typeof id !== "number") || !isNameable(id)) return [];
    const path = itemPathOf(contract, role, [...values, id]);
    if (old.has(placeOf(api, path, undefined))) return [];
    const isOnlyHere = (value: Json): boolean => isTelling(value) && !accepted.has(value);
    const told = group.find(
      (each) => (each.path === path && !accepted.has(id)) || sharedWith(item, each)?.some(isOnlyHere),
    );
    const like = told ?? group.find((each) => sharedWith(item, each)?.length);
    if (!like || isOwn(like.sent, path)) return [];
    const { exchange, sent } = like;
    if (!told) {
      const reason = `it was answered ${exchange.response.status}, and the list shows an item that may be its own`;
      return [leftoverOf({ api, operation: sent.operation.name, path, as: sent.as, isPossible: true }, reason)];
    }
    made.push({ exchange, sent });
    found(path, sent);
    return [];
  }
}

/** Values that were sent and that an item shows. Undefined if it shows another value for one of them. */
function sharedWith(item: JsonObject, { asked, listing }: Refusal): readonly Json[] | undefined {
  const inner = itemInRequest(asked, listing.role);
  if (!isObject(inner) || firstAlteration(inner, item) !== undefined) return undefined;
  return Object.entries(inner).flatMap(([name, value]) => (item[name] === value ? [value] : []));
}

function tellingValuesIn(value: Json): readonly Json[] {
  if (typeof value !== "object" || value === null) return isTelling(value) ? [value] : [];
  return Object.values(value).flatMap((each) => tellingValuesIn(each as Json));
}

function isTelling(value: Json): boolean {
  if (typeof value === "number") return Math.abs(value) >= TELLING.number;
  return typeof value === "string" && value.length >= TELLING.length;
}

function keyOf({ api, path }: Listing): string {
  return `${api} ${path}`;
}
