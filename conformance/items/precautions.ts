import { rolesFor } from "../model/roles.ts";
import type { createChanges } from "./changes.ts";
import type { Contract, JsonObject } from "../../contracts/index.ts";
import { isByPathAlone, isCreating, isDestructive, isWrite, itemsAbove, findRequestRole } from "./effects.ts";
import { listLinkMembers, listSecretMembers, withMembersAsRead, removeBodyMembers } from "../requests/kept-members.ts";
import { withoutForeignKeys } from "../requests/foreign-keys.ts";
import type { WireRequest } from "../model/exchange.ts";
import type { createKnownPlaces } from "./known-places.ts";
import type { createOwnItems } from "./own-items.ts";
import { type OperationRequest, buildCollectionPath, pathWithoutVerb, toPlaceKey, resolveReading } from "./places.ts";
import type { RequestToSend } from "./request-to-send.ts";
import type { createTrackedPaths } from "./tracked-paths.ts";
import type { createListGrowth } from "./closing/list-growth.ts";
import type { createUnnamedItems } from "./closing/unnamed-items.ts";
import type { Listing } from "./listed-items.ts";

interface Records {
  readonly own: ReturnType<typeof createOwnItems>;
  readonly known: ReturnType<typeof createKnownPlaces>;
  readonly changes: ReturnType<typeof createChanges>;
  readonly unnamed: ReturnType<typeof createUnnamedItems>;
  readonly trackedPaths: ReturnType<typeof createTrackedPaths>;
  readonly growth: ReturnType<typeof createListGrowth>;
}

/** True for a key that another item may have by chance. */
function isGuessable(key: string | number): boolean {
  return typeof key === "number" || /^\d{1,6}$/.test(key);
}

/** Maximum number of collections that are listed before the first write. */
const MAX_LISTED = 30;

/** Creates the precautions before a request: reasons not to send it, and what is read before it is sent. */
export function createPrecautions({ own, known, changes, unnamed, trackedPaths, growth }: Records) {
  const { batchPaths, listingOf, pathBefore } = trackedPaths;
  const surveyed = new Set<Contract>();
  /** Keys of others in requests that could not be sent without them. */
  const keptKeys = new WeakMap<WireRequest, readonly string[]>();
  return {
    reasonNotToSend,
    spareOthers,
    keptKeysIn: (request: WireRequest) => keptKeys.get(request),
    readingsBefore,
    listingsBefore,
  };

  function spareOthers(sent: RequestToSend): WireRequest {
    const { contract, operation } = sent;
    const isSafe = operation.safe && sent.request.method === operation.method;
    if (isSafe || sent.request.method === "GET" || sent.request.method === "HEAD") return sent.request;
    const { api } = operation;
    const { request, kept } = withoutForeignKeys(sent.request, sent, {
      isForeign: (collection, key) =>
        known.hasKey(toPlaceKey(api, collection, undefined), key) ||
        (!unnamed.isWhole({ api, path: collection }) &&
          isGuessable(key) &&
          !own.isOwn(api, `${collection}/${key}`, undefined)),
      own: (collection) => own.keyIn(api, collection),
    });
    if (kept.length > 0) keptKeys.set(request, kept);
    if (!changesOthers(sent)) return request;
    const links = listLinkMembers(request, sent);
    const names = [...listSecretMembers(request, sent), ...links];
    const read = settingBefore(sent);
    if (operation.method === "PUT" && read) return withMembersAsRead(request, sent, { names: links, read });
    return removeBodyMembers(request, { contract, operation }, names);
  }

  /** The resource outside of collections, such as settings, that a request replaces: as it was read before its first change. */
  function settingBefore(sent: RequestToSend): JsonObject | undefined {
    const path = pathBefore(sent);
    if (path === undefined) return undefined;
    return changes.settingAt(toPlaceKey(sent.operation.api, path, undefined));
  }

  /** True for a write of an item that the run did not make, and that may be there. */
  function changesOthers({ request, operation, contract, as }: RequestToSend): boolean {
    if (!isWrite(request, findRequestRole({ request, operation, contract }))) return false;
    const { api } = operation;
    return (
      !own.isAtOrBelow(api, pathWithoutVerb(request, operation), as) &&
      !known.isAbsent(toPlaceKey(api, request.path, as))
    );
  }

  function reasonNotToSend({ request, operation, contract, as }: RequestToSend): string | undefined {
    const role = rolesFor(contract).get(operation);
    const { api } = operation;
    const isOfOthers = changesOthers({ request, operation, contract, as });
    const secrets = isOfOthers ? listSecretMembers(request, { contract, operation }) : [];
    const read = isOfOthers ? settingBefore({ request, operation, contract, as }) : undefined;
    const links = isOfOthers ? listLinkMembers(request, { contract, operation }, read) : [];
    if (links.length > 0)
      return `it would change ${links.join(" and ")} of an item that the run did not make, which may be deleted with another item`;
    if (secrets.length > 0)
      return `it would change ${secrets.join(" and ")} of an item that the run did not make, and nothing could change it back`;
    if (!isDestructive(request, operation, role)) return undefined;
    if (own.isAtOrBelow(api, pathWithoutVerb(request, operation), as)) return undefined;
    const batch = role?.each === undefined ? undefined : batchPaths({ request, operation, contract }, role);
    if (batch?.every((path) => own.isAtOrBelow(api, path, as))) return undefined;
    const place = toPlaceKey(api, request.path, undefined);
    const isVoid = (known.isAbsent(place) || known.isUnreadable(place)) && as?.id !== "other";
    if (request.method === "DELETE" && isVoid) return undefined;
    return "it would delete what the run did not make";
  }

  function readingsBefore({ request, operation, contract, as }: RequestToSend): readonly OperationRequest[] {
    const isSafe = operation.safe && request.method === operation.method;
    if (isSafe || request.method === "GET" || request.method === "HEAD" || as?.id === "other") return [];
    const path = pathBefore({ request, operation, contract });
    if (path === undefined || own.isAtOrBelow(operation.api, path, as)) return [];
    const role = findRequestRole({ request, operation, contract });
    const isWithin = request.method !== "DELETE" && !(role && isCreating(role));
    return [path, ...(isWithin ? itemsAbove(contract, path) : [])].flatMap((each) => {
      const reading = resolveReading(contract, each);
      const place = toPlaceKey(operation.api, each, undefined);
      if (!reading || changes.isKnown(place) || known.isAbsent(place) || known.isUnreadable(place)) return [];
      if (known.isForeign(place) && request.method === "DELETE") return [];
      return [reading];
    });
  }

  function listingsBefore(sent: RequestToSend): readonly Listing[] {
    const { request, operation, contract, as } = sent;
    const isSafe = operation.safe && request.method === operation.method;
    if (isSafe || request.method === "GET" || request.method === "HEAD") return [];
    const others = surveyed.has(contract) ? [] : listingsOfContract(contract);
    surveyed.add(contract);
    const role = findRequestRole(sent);
    if (!role || !isCreating(role) || as?.id === "other") return others;
    const listing = listingOf(request, operation, { contract, role });
    // A new item has nothing below it.
    if (!unnamed.isListed(listing) && own.isAtOrBelow(operation.api, listing.path, as)) unnamed.recordEmpty(listing);
    if (unnamed.isListed(listing) || others.some(({ path }) => path === listing.path)) return others;
    return [listing, ...others];
  }

  /** Collections that a run can list without an item above them. A request may have effects on any of them. */
  function listingsOfContract(contract: Contract): readonly Listing[] {
    const found = new Map<string, Listing>();
    for (const [operation, role] of rolesFor(contract)) {
      const path = buildCollectionPath(role, []);
      const listing = { api: operation.api, contract, role, values: [], path };
      const isPlain = role.kind === "list" && operation.method === "GET" && isByPathAlone(operation);
      if (!isPlain || path.includes("{") || unnamed.isListed(listing) || found.has(path)) continue;
      if (found.size < MAX_LISTED) found.set(path, listing);
      else growth.recordUnlisted(listing);
    }
    return [...found.values()];
  }
}
