import type { Contract, Operation, Role, Router } from "../../contracts/index.ts";
import { type Exchange, type Identity, jsonIn } from "../model/exchange.ts";
import { rolesFor } from "../model/roles.ts";
import { showsNothing } from "../model/soft-deleted.ts";
import { createChanges } from "./changes.ts";
import { findInLists } from "./closing/find-in-lists.ts";
import { maxListRequests } from "./closing/find-still-listed.ts";
import { createListGrowth } from "./closing/list-growth.ts";
import { listCreatedIds, listAskedItems, readSentKey } from "./creation.ts";
import {
  createUnseenEffects,
  effectReason,
  isByPathAlone,
  isCreating,
  isNameable,
  isReadLike,
  isWrite,
  itemsAbove,
  mayHaveFailedLate,
  findRequestRole,
  findSubjectPath,
} from "./effects.ts";
import { isSuccess } from "./fields.ts";
import { readListedIds } from "./items.ts";
import { createKnownPlaces } from "./known-places.ts";
import { type Leftover, NO_RESPONSE, UNNAMEABLE, effectText, createLeftover } from "./leftover.ts";
import { type Certainty, createOwnItems } from "./own-items.ts";
import {
  buildItemPath,
  readLocatedPath,
  countPathParameters,
  pathWithoutVerb,
  toPlaceKey,
  plainPath,
} from "./places.ts";
import { createPrecautions } from "./precautions.ts";
import { type RemovalTools, maxDeletions, removeItems } from "./removal.ts";
import type { RequestToSend } from "./request-to-send.ts";
import { createTrackedPaths } from "./tracked-paths.ts";
import type { Tracker } from "./tracker.ts";
import { createUnnamedItems } from "./closing/unnamed-items.ts";
import type { ListItems, Listing } from "./listed-items.ts";

/** Creates a tracker for a live deployment. `router` has the operations of the run. */
export function createTracker(router: Router): Tracker {
  const own = createOwnItems();
  const known = createKnownPlaces();
  const changes = createChanges();
  const unnamed = createUnnamedItems();
  const effects = createUnseenEffects();
  const trackedPaths = createTrackedPaths(router);
  const growth = createListGrowth();
  const { revealedPathsIn, shownPathIn, batchPaths, collectionValues, listingOf, sendsKey } = trackedPaths;
  const { keptKeysIn, ...precautions } = createPrecautions({ own, known, changes, unnamed, trackedPaths, growth });
  let open = 0;
  return {
    requestStarted,
    ...precautions,
    recordListing(listing, listed) {
      unnamed.recordListing(listing, listed);
      growth.recordListing(listing, listed);
      const place = toPlaceKey(listing.api, listing.path, undefined);
      for (const item of listed?.items ?? []) known.recordKeys(place, item);
    },
    recordBefore,
    recordExchange,
    recordUnanswered(sent) {
      if (sent.request.method !== "GET" && sent.request.method !== "HEAD") recordPossible(sent, NO_RESPONSE);
    },
    restoreSettings: changes.restoreSettings,
    removeItems: undo,
    remainingItems: () => [
      ...own.alive().map((item) => effectText(createLeftover(item, ""))),
      ...[...unnamed.leftovers(), ...changes.changed()].map(effectText),
    ],
    maxRemovalRequests: () =>
      open +
      own.maxRequests() +
      maxListRequests(own.all()) +
      unnamed.maxRequests() +
      growth.maxRequests() +
      changes.maxRequests(),
  };

  function requestStarted({ safe }: Operation, as?: Identity): () => void {
    if (safe) return () => {};
    const most = maxDeletions(as);
    open += most;
    return () => void (open -= most);
  }

  function recordBefore(exchange: Exchange, operation: Operation, contract: Contract): void {
    recordExchange(exchange, operation, contract);
    const { request, response } = exchange;
    if (!isSuccess(exchange) || showsNothing(jsonIn(response))) return;
    const place = toPlaceKey(operation.api, request.path, undefined);
    changes.recordOriginal(place, { contract, reading: { operation, request }, response });
  }

  function recordExchange(exchange: Exchange, operation: Operation, contract: Contract): void {
    const { request, as } = exchange;
    const sent = { request, operation, contract, as };
    if (
      request.method === "GET" ||
      request.method === "HEAD" ||
      (request.method === operation.method && operation.safe)
    )
      recordReading(exchange, sent);
    else if (mayHaveFailedLate(exchange)) recordPossible(sent, `it was answered ${exchange.response.status}`);
    else if (!isSuccess(exchange)) recordRefusal(exchange, sent);
    else recordSuccess(exchange, sent);
  }

  function recordReading(exchange: Exchange, sent: RequestToSend): void {
    const { request, response, as } = exchange;
    const { api } = sent.operation;
    const role = rolesFor(sent.contract).get(sent.operation);
    const place = toPlaceKey(api, request.path, as);
    if (response.status === 404 || response.status === 410) known.recordAbsent(place);
    if ((response.status === 400 || response.status === 422) && isByPathAlone(sent.operation))
      known.recordUnreadable(place);
    if (!isSuccess(exchange) || showsNothing(jsonIn(response))) return;
    effects.recordShown(plainPath(request.path), exchange);
    if (role?.kind === "list") recordListed(exchange, sent, role);
    else if (request.method !== "POST" && !own.recordRead(api, request.path, exchange) && !mayBeUnnamed(sent, role))
      known.recordPresent(place);
  }

  /** True if an item that was read may be one of the run that no response named. */
  function mayBeUnnamed({ request, operation, contract }: RequestToSend, role: Role | undefined): boolean {
    return role?.kind === "read" && unnamed.hasItems(listingOf(request, operation, { contract, role }));
  }

  function recordListed(exchange: Exchange, { operation, contract, as }: RequestToSend, role: Role): void {
    const values = collectionValues(exchange.request, role);
    const listing = listingOf(exchange.request, operation, { contract, role });
    // An item without a known key may be in the list.
    if (values.length < countPathParameters(role.collection) || unnamed.hasItems(listing)) return;
    for (const id of readListedIds(exchange, role)) {
      const path = buildItemPath(contract, role, [...values, id]);
      if (!own.isOwn(operation.api, path, as)) known.recordPresent(toPlaceKey(operation.api, path, as));
    }
  }

  function recordRefusal(exchange: Exchange, sent: RequestToSend): void {
    const { operation, as } = sent;
    for (const path of revealedPathsIn(exchange, sent)) {
      const place = toPlaceKey(operation.api, path, as);
      if (!own.isAtOrBelow(operation.api, path, as) && !known.isAbsent(place)) known.recordPresent(place);
    }
  }

  function recordSuccess(exchange: Exchange, sent: RequestToSend): void {
    const keys = keptKeysIn(sent.request);
    if (keys) effects.add(sent, `it had to send ${keys.join(" and ")}, which the run did not make`);
    const role = findRequestRole(sent);
    if (exchange.request.method === "DELETE" || role?.kind === "delete") recordDeletion(exchange, sent, role);
    else if (role && isCreating(role)) recordCreation(exchange, sent, role);
    else if (isWrite(exchange.request, role)) recordWrite(exchange, sent, role);
    else recordAction(exchange, sent, role);
  }

  function recordDeletion({ request, as }: Exchange, sent: RequestToSend, role: Role | undefined): void {
    const { operation } = sent;
    const paths = role?.each === undefined ? [plainPath(request.path)] : batchPaths(sent, role);
    for (const path of paths) {
      if (own.recordDeleted(operation.api, path, as)) known.recordAbsent(toPlaceKey(operation.api, path, as));
      else if (!own.isAtOrBelow(operation.api, path, as) && !known.isAbsent(toPlaceKey(operation.api, path, undefined)))
        recordChange(sent, path);
    }
  }

  function recordCreation(exchange: Exchange, sent: RequestToSend, role: Role): void {
    const { request, response, as } = exchange;
    const { operation, contract } = sent;
    const values = collectionValues(request, role);
    const listing = listingOf(request, operation, { contract, role });
    const sentKey = readSentKey(request, contract, operation);
    const documents201 = operation.responses.some(({ status }) => status === "201");
    const ids = listCreatedIds(exchange, role);
    for (const id of ids) {
      const path = buildItemPath(contract, role, [...values, id]);
      const place = toPlaceKey(operation.api, path, as);
      effects.recordShown(path, exchange);
      if (!isNameable(id)) {
        unnamed.addUncertain(sent, { path, reason: UNNAMEABLE });
        continue;
      }
      const isServerKey = !documents201 && String(sentKey) !== String(id);
      if (own.isOwn(operation.api, path, as)) own.add(path, sent);
      else if (known.isForeign(place)) recordChange(sent, path, { isUnseen: true });
      else if (isServerKey || isShownNew(response.status, place, listing)) trackItem(path, sent);
      else {
        const reason = `it was answered ${response.status}, and may have been there before`;
        unnamed.addUncertain(sent, { path, reason });
      }
    }
    const keyPath = sentKey === undefined ? undefined : buildItemPath(contract, role, [...values, sentKey]);
    if (ids.length === 0 && keyPath !== undefined && known.isAbsent(toPlaceKey(operation.api, keyPath, as)))
      trackItem(keyPath, sent, { isUncertain: true });
    else
      for (const asked of listAskedItems(request, role).slice(ids.length))
        unnamed.add(sent, { listing, asked, reason: `it was answered ${response.status} without an id` });
  }

  function recordWrite(exchange: Exchange, sent: RequestToSend, role: Role | undefined): void {
    const { request, response, as } = exchange;
    const { api } = sent.operation;
    if (role?.each !== undefined) {
      if (!batchPaths(sent, role).every((path) => own.isAtOrBelow(api, path, as)))
        effects.add(sent, effectReason(exchange));
      return;
    }
    const path = plainPath(request.path);
    const place = toPlaceKey(api, path, as);
    const shown = shownPathIn(exchange, sent, role);
    const isElsewhere = shown !== path && !own.isOwn(api, shown, as);
    const listing = role && listingOf(request, sent.operation, { contract: sent.contract, role });
    const shownPlace = toPlaceKey(api, shown, as);
    const isOwn =
      isShownNew(response.status, shownPlace, listing) || (!known.isForeign(shownPlace) && sendsKey(sent, shown));
    const isOfOthers = isElsewhere && !isOwn;
    if (isOfOthers) recordChange(sent, shown, { effect: "possible" });
    const created = isOfOthers ? path : shown;
    if (own.isOwn(api, path, as)) own.move(api, path, created, sent);
    else if (own.isAtOrBelow(api, path, as)) return;
    else if (known.isAbsent(place) || (request.method === "PUT" && response.status === 201 && !known.isForeign(place)))
      trackItem(created, sent, { isUncertain: response.status !== 201 || isOfOthers });
    else recordChange(sent, findSubjectPath(request, sent.operation, sent.contract) ?? path);
  }

  /** True if an item that the answer to a write shows can be no item of others. */
  function isShownNew(status: number, place: string, listing: Listing | undefined): boolean {
    if (known.isForeign(place)) return false;
    return (
      status === 201 || status === 202 || known.isAbsent(place) || (listing !== undefined && unnamed.isWhole(listing))
    );
  }

  function recordAction(exchange: Exchange, sent: RequestToSend, role: Role | undefined): void {
    const { request, response, as } = exchange;
    const { operation, contract } = sent;
    const { api } = operation;
    const located = response.status === 201 ? readLocatedPath(exchange, contract) : undefined;
    const isForeign = located !== undefined && known.isForeign(toPlaceKey(api, located, as));
    if (located !== undefined && !isForeign) return trackItem(located, sent);
    if (isReadLike(operation, role)) return;
    const subject = findSubjectPath(request, operation, contract);
    if (own.isAtOrBelow(api, pathWithoutVerb(request, operation), as))
      return effects.recordAction(exchange, sent, subject);
    if (subject === undefined) return effects.add(sent, effectReason(exchange));
    if (!own.isAtOrBelow(api, subject, as)) recordChange(sent, subject);
  }

  /** Registers a change of what is at a path, and with it of the items above it. */
  function recordChange(
    { request, operation, contract, as }: RequestToSend,
    path: string,
    { isUnseen = false, effect = "changed" }: { isUnseen?: boolean; effect?: "changed" | "possible" } = {},
  ): void {
    const by = as && { by: `with ${as.description}` };
    const recordEffect = (at: string): void => {
      const change = { api: operation.api, operation: operation.name, path: at, effect, ...by };
      changes.recordChange(toPlaceKey(operation.api, at, undefined), change, isUnseen);
    };
    recordEffect(path);
    changes.recordWritten(toPlaceKey(operation.api, path, undefined), { request, operation });
    if (isUnseen) return;
    for (const each of itemsAbove(contract, path))
      if (changes.hasOriginal(toPlaceKey(operation.api, each, undefined))) recordEffect(each);
  }

  /** Registers a request that may have had an effect, although no response says so. */
  function recordPossible(sent: RequestToSend, reason: string): void {
    const { request, operation, contract, as } = sent;
    const { api } = operation;
    const role = findRequestRole(sent);
    if (isReadLike(operation, role)) return;
    if (role && isCreating(role)) return recordPossibleCreation(sent, role, reason);
    if (own.isAtOrBelow(api, pathWithoutVerb(request, operation), as) || request.method === "DELETE") return;
    const subject = findSubjectPath(request, operation, contract);
    if (isWrite(request, role) && known.isAbsent(toPlaceKey(api, request.path, as)))
      trackItem(plainPath(request.path), sent, { isUncertain: true, isPossible: true });
    else if (subject !== undefined && !known.isAbsent(toPlaceKey(api, subject, as)))
      recordChange(sent, subject, { effect: "possible" });
    else if (subject === undefined && reason === NO_RESPONSE) effects.add(sent, NO_RESPONSE);
  }

  function recordPossibleCreation(sent: RequestToSend, role: Role, reason: string): void {
    const { request, operation, contract, as } = sent;
    const { api } = operation;
    const key = readSentKey(request, contract, operation);
    const path =
      key === undefined ? undefined : buildItemPath(contract, role, [...collectionValues(request, role), key]);
    if (path !== undefined && !isNameable(key))
      return unnamed.addUncertain(sent, { path, reason: `${reason}, and ${UNNAMEABLE}`, isPossible: true });
    if (path !== undefined && own.isOwn(api, path, as)) return;
    if (path !== undefined && known.isAbsent(toPlaceKey(api, path, as)))
      return trackItem(path, sent, { isUncertain: true, isPossible: true });
    if (path !== undefined && changes.hasOriginal(toPlaceKey(api, path, undefined)))
      return recordChange(sent, path, { effect: "possible" });
    const listing = listingOf(request, operation, { contract, role });
    const isPossible = reason !== NO_RESPONSE;
    for (const asked of listAskedItems(request, role)) unnamed.add(sent, { listing, asked, reason, isPossible });
  }

  async function undo(removing: RemovalTools, list?: ListItems): Promise<readonly Leftover[]> {
    const missing = await unnamed.find(list, {
      isKnown: ({ operation: { api }, as }, path) =>
        own.isOwn(api, path, as) || known.isForeign(toPlaceKey(api, path, as)),
      found: trackItem,
    });
    const kept = await removeItems(own.all(), removing);
    const gone = own.all().filter(({ path }) => !kept.some((each) => each.path === path));
    const changed = await changes.restore(removing);
    const left = await findInLists({
      gone,
      named: [...kept, ...unnamed.takeUncertain()],
      unnamed: missing,
      growth,
      list,
      pause: removing.pause,
      isKnown: ({ api }, path) =>
        own.isOwn(api, path, undefined) || changes.isChanged(toPlaceKey(api, path, undefined)),
    });
    own.clear();
    return [...left, ...changed, ...effects.leftovers()];
  }

  function trackItem(path: string, sent: RequestToSend, certainty?: Certainty): void {
    own.add(path, sent, certainty);
    known.recordMade(toPlaceKey(sent.operation.api, path, sent.as));
  }
}
