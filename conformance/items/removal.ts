import { type Contract, type Operation, isGoneStatus, isObject } from "../../contracts/index.ts";
import { type Exchange, type Identity, type WireRequest, jsonIn } from "../model/exchange.ts";
import { type Leftover, createLeftover } from "./leftover.ts";
import { isSuccess } from "./fields.ts";
import type { OperationRequest } from "./places.ts";
import { isSoftDeleted, showsNothing } from "../model/soft-deleted.ts";

/** Item that a run has created. */
export interface TrackedItem {
  readonly api: string;
  readonly contract: Contract;
  /** Name of the operation that created the item. */
  readonly operation: string;
  readonly path: string;
  /** Deleting request. Absent if the contract has no operation for it. */
  readonly removal: OperationRequest | undefined;
  /** Reading request. */
  readonly reading: OperationRequest | undefined;
  /** Identity that created the item. Defaults to the usual identity. */
  readonly as: Identity | undefined;
  /** True if the response did not say that the item is new. It is read before its removal. */
  readonly isUncertain?: boolean;
  /** True if nothing but a read can show that the item was made, because the request failed or got no response. */
  readonly isPossible?: boolean;
  /** True once a request of the run has deleted the item. */
  isDeleted: boolean;
  /** Path of an item above this one that the run has deleted. */
  deletedAbove?: string;
}

export interface RemovalTools {
  /** @throws if there was no response, or if no further request is allowed. */
  send(request: WireRequest, operation: Operation, as?: Identity): Promise<Exchange>;
  pause(milliseconds: number): Promise<void>;
}

/** Maximum reads of an item with a running process, until its state stops changing. */
const MAX_READS = 5;
/** Pause between reads. */
const PAUSE_MS = 200;
/** Maximum reads that check a deletion. The first may be too early. */
const MAX_CHECKS = 2;

/** Number of requests to keep back for the removal of items, not counting the reads of running processes. */
export function maxRemovalRequests(items: readonly TrackedItem[]): number {
  const removable = items.filter(({ removal }) => removal);
  const alive = removable.filter(({ isDeleted }) => !isDeleted);
  const deletions = alive.reduce(
    (sum, { as, isUncertain }) => sum + maxDeletions(as) + Number(isUncertain === true),
    0,
  );
  // A second read follows where the first still shows an item, which is seldom.
  const checks = removable.filter(({ reading }) => reading).length;
  const operations = new Set(removable.map(({ removal }) => removal?.operation));
  return deletions + checks + operations.size;
}

/** Maximum number of requests to delete one item of a sender. */
export function maxDeletions(as: Identity | undefined): number {
  return !as || isOtherOrganization(as) ? 1 : 2;
}

/** Deletes items, the latest first. Returns those that remain. */
export async function removeItems(items: readonly TrackedItem[], tools: RemovalTools): Promise<readonly Leftover[]> {
  const remaining = new Map<TrackedItem, string>();
  const busy: TrackedItem[] = [];
  const ineffective = new Set<Operation>();
  const alive = items.filter(({ isDeleted, removal }) => !isDeleted && removal).toReversed();
  const settleRemoval = (item: TrackedItem, outcome: 409 | string | undefined): void => {
    if (outcome === undefined) {
      remaining.delete(item);
      markDeleted(item, items);
    } else remaining.set(item, outcome === 409 ? statusText(409) : outcome);
  };
  for (const each of alive) {
    const outcome = await removeItem(each, ineffective, tools);
    if (outcome === 409) busy.push(each);
    settleRemoval(each, outcome);
  }
  // A 409 may pass once a running process ends or a dependent item is deleted.
  await waitForStableStates(busy, tools);
  for (const each of busy) settleRemoval(each, await removeItem(each, ineffective, tools));
  const unchecked = items.filter((item) => item.isDeleted && !alive.includes(item)).toReversed();
  for (const each of unchecked) {
    if (each.removal && (await isKeptBy(each.removal.operation, each, { ineffective, tools })))
      remaining.set(each, "its deletion was accepted, and it is still read");
  }
  for (const each of items.filter(({ removal }) => !removal)) {
    const reason = await reasonToStay(each, tools);
    if (reason !== undefined) remaining.set(each, reason);
  }
  return items.flatMap((item) => {
    const reason = remaining.get(item);
    if (reason === undefined) return [];
    return [createLeftover(item, reason)];
  });
}

/** Marks an item and those below it as deleted. */
export function markDeleted(item: TrackedItem, items: Iterable<TrackedItem>): void {
  item.isDeleted = true;
  for (const each of items)
    if (each.api === item.api && each.as?.id === item.as?.id && each.path.startsWith(`${item.path}/`))
      each.deletedAbove ??= item.path;
}

/** True if an item is read after its deletion. Reads it once if an earlier deletion by the operation had no effect. */
async function isKeptBy(
  operation: Operation,
  item: TrackedItem,
  { ineffective, tools }: { readonly ineffective: Set<Operation>; readonly tools: RemovalTools },
): Promise<boolean> {
  const isKept = await isStillRead(item, tools, ineffective.has(operation) ? 1 : MAX_CHECKS);
  if (isKept) ineffective.add(operation);
  return isKept;
}

/** Reason why an item that no operation deletes is still there. Undefined if it was deleted with an item above it. */
async function reasonToStay(item: TrackedItem, tools: RemovalTools): Promise<string | undefined> {
  if (item.isPossible && isGoneStatus(await statusOfRead(item, tools))) return undefined;
  if (item.deletedAbove === undefined) return "the contract has no operation that deletes it";
  if (!(await isStillRead(item, tools))) return undefined;
  return `the contract has no operation that deletes it, and it is still read after the item above it was deleted`;
}

/** Deletes one item. Returns undefined on success, 409 if a later attempt may succeed, or else the reason. */
async function removeItem(
  item: TrackedItem,
  ineffective: Set<Operation>,
  tools: RemovalTools,
): Promise<409 | string | undefined> {
  const { request, operation } = item.removal as OperationRequest;
  try {
    if (item.isUncertain) {
      const status = await statusOfRead(item, tools);
      if (item.isPossible && isGoneStatus(status)) return undefined;
      // Nothing was there before the request, so that what cannot be shown is its item.
      const isHidden = item.isPossible === true && status >= 500;
      if (status !== 200 && !isHidden) {
        if (item.deletedAbove === undefined) return "it is not read, so that nothing shows whose it is";
        return undefined;
      }
    }
    const { status } = (await tools.send(request, operation, item.as)).response;
    const outcome = await explainRemoval(status, item, tools);
    // A deletion may fail after it has removed the item.
    if (outcome !== undefined && status >= 500 && isGoneStatus(await statusOfRead(item, tools))) return undefined;
    if (outcome !== undefined) return outcome;
    const isKept = await isKeptBy(operation, item, { ineffective, tools });
    if (isKept) return `${statusText(status)}, and it is still read`;
    return undefined;
  } catch (error) {
    if (error instanceof Error) return error.message;
    return String(error);
  }
}

async function explainRemoval(
  status: number,
  { removal, as }: TrackedItem,
  { send }: RemovalTools,
): Promise<409 | string | undefined> {
  const { request, operation } = removal as OperationRequest;
  if (status < 300) return undefined;
  if (!as || isOtherOrganization(as)) {
    if (isGoneStatus(status)) return undefined;
    if (status === 409) return 409;
    return statusText(status);
  }
  // An identity wrongly allowed to create an item may be refused here. The item may belong to the usual identity.
  const usualStatus = (await send(request, operation)).response.status;
  if (usualStatus < 300 || (isGoneStatus(usualStatus) && isGoneStatus(status))) return undefined;
  if (usualStatus === 409) return 409;
  return `it was answered ${status}, and ${usualStatus} without that`;
}

/** True if an item is read after its deletion, and not as a deleted one. An item that no operation reads counts as gone. */
async function isStillRead(item: TrackedItem, tools: RemovalTools, most = MAX_CHECKS): Promise<boolean> {
  for (let reads = 1; (await statusOfRead(item, tools)) === 200; reads++) {
    if (reads === most) return true;
    await tools.pause(PAUSE_MS);
  }
  return false;
}

/** Status of a read: 200 if it shows the item, 410 if it marks it as deleted, 0 without a response. */
async function statusOfRead({ reading, as }: TrackedItem, { send }: RemovalTools): Promise<number> {
  const read = reading && (await send(reading.request, reading.operation, as).catch(() => undefined));
  if (!read || !isSuccess(read)) return read?.response.status ?? 0;
  return showsLiveItem(read) ? 200 : 410;
}

/** True for a successful read that shows an item which is not marked as deleted. */
export function showsLiveItem(exchange: Exchange): boolean {
  if (!isSuccess(exchange)) return false;
  const body = jsonIn(exchange.response);
  if (showsNothing(body)) return false;
  if (!isObject(body)) return true;
  return ![body, ...Object.values(body)].some((each) => isObject(each) && isSoftDeleted(each));
}

/** Reads items until their states stop changing. The items are read in rounds, so that their waiting times overlap. */
async function waitForStableStates(busy: readonly TrackedItem[], { send, pause }: RemovalTools): Promise<void> {
  const shown = new Map<TrackedItem, string>();
  let moving = busy.filter(({ reading }) => reading);
  for (let reads = 0; reads < MAX_READS && moving.length > 0; reads++) {
    if (reads > 0) await pause(PAUSE_MS);
    const still: TrackedItem[] = [];
    for (const each of moving) {
      const { request, operation } = each.reading as OperationRequest;
      const read = await send(request, operation, each.as).catch(() => undefined);
      if (!read || read.response.status > 299 || (reads > 1 && read.response.body === shown.get(each))) continue;
      shown.set(each, read.response.body);
      still.push(each);
    }
    moving = still;
  }
}

/** True for an identity of another organization, whose items the usual identity cannot delete. */
function isOtherOrganization(as: Identity | undefined): boolean {
  return as?.id === "other";
}

function statusText(status: number): string {
  return `it was answered ${status}`;
}
