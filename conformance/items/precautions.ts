import { rolesFor } from "../model/roles.ts";
import type { createChanges } from "./changes.ts";
import { isCreating, isDestructive, itemsAbove, roleOf } from "./effects.ts";
import type { createKnownPlaces } from "./known-places.ts";
import type { createOwnItems } from "./own-items.ts";
import { type OperationRequest, pathWithoutVerb, placeOf, readingAt } from "./places.ts";
import type { SentRequest } from "./sent-request.ts";
import type { createTrackedPaths } from "./tracked-paths.ts";
import type { Listing, createUnnamedItems } from "./unnamed-items.ts";

interface Records {
  readonly own: ReturnType<typeof createOwnItems>;
  readonly known: ReturnType<typeof createKnownPlaces>;
  readonly changes: ReturnType<typeof createChanges>;
  readonly unnamed: ReturnType<typeof createUnnamedItems>;
  readonly trackedPaths: ReturnType<typeof createTrackedPaths>;
}

/** Creates the precautions before a request: reasons not to send it, and what is read before it is sent. */
export function createPrecautions({ own, known, changes, unnamed, trackedPaths }: Records) {
  const { batchPaths, listingOf, pathBefore } = trackedPaths;
  return { reasonNotToSend, readingsBefore, listingBefore };

  function reasonNotToSend({ request, operation, contract, as }: SentRequest): string | undefined {
    const role = rolesFor(contract).get(operation);
    if (!isDestructive(request, operation, role)) return undefined;
    const { api } = operation;
    if (own.isAtOrBelow(api, pathWithoutVerb(request, operation), as)) return undefined;
    const batch = role?.each === undefined ? undefined : batchPaths({ request, operation, contract }, role);
    if (batch?.every((path) => own.isAtOrBelow(api, path, as))) return undefined;
    const place = placeOf(api, request.path, undefined);
    const isVoid = (known.isAbsent(place) || known.isUnreadable(place)) && as?.id !== "other";
    if (request.method === "DELETE" && isVoid) return undefined;
    return "it would delete what the run did not make";
  }

  function readingsBefore({ request, operation, contract, as }: SentRequest): readonly OperationRequest[] {
    const isSafe = operation.safe && request.method === operation.method;
    if (isSafe || request.method === "GET" || request.method === "HEAD" || as?.id === "other") return [];
    const path = pathBefore({ request, operation, contract });
    if (path === undefined || own.isAtOrBelow(operation.api, path, as)) return [];
    const role = roleOf({ request, operation, contract });
    const isWithin = request.method !== "DELETE" && !(role && isCreating(role));
    return [path, ...(isWithin ? itemsAbove(contract, path) : [])].flatMap((each) => {
      const reading = readingAt(contract, each);
      const place = placeOf(operation.api, each, undefined);
      if (!reading || changes.isKnown(place) || known.isAbsent(place) || known.isUnreadable(place)) return [];
      return known.isForeign(place) && request.method === "DELETE" ? [] : [reading];
    });
  }

  function listingBefore({ request, operation, contract, as }: SentRequest): Listing | undefined {
    const role = roleOf({ request, operation, contract });
    if (!role || !isCreating(role) || as?.id === "other") return undefined;
    const listing = listingOf(request, operation, { contract, role });
    if (unnamed.isListed(listing)) return undefined;
    // A new item has nothing below it.
    if (!own.isAtOrBelow(operation.api, listing.path, as)) return listing;
    unnamed.recordListing(listing, true);
    return undefined;
  }
}
