import type { Identity } from "../model/identity.ts";
import type { WireRequest } from "../model/wire-message.ts";
import type { Operation } from "../../contracts/index.ts";
import type { Exchange } from "../model/exchange.ts";

export interface OperationRequest {
  readonly operation: Operation;
  readonly request: WireRequest;
}

/** Item that a run has created. */
export interface TrackedItem {
  /** Description: "POST /v1/orders made /v1/orders/o_1". */
  readonly name: string;
  /** Deleting request. Absent if the contract has no operation for it. */
  readonly removal?: OperationRequest;
  /** Reading request. */
  readonly reading?: OperationRequest;
  /** Identity that created the item. Defaults to the usual identity. */
  readonly as?: Identity;
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

/** Maximum number of requests to remove an item, not counting the reads of a running process. */
export function maxRemovalRequests(as: Identity | undefined): number {
  return !as || isOtherOrganization(as) ? 1 : 2;
}

/** Deletes items, the latest first, and removes them from the map. Returns a message for each item that remains. */
export async function removeItems(items: Map<string, TrackedItem>, removing: RemovalTools): Promise<readonly string[]> {
  const remaining = new Map<string, string>();
  const busy: (readonly [string, TrackedItem])[] = [];
  const keep = (place: string, { name }: TrackedItem, reason: string | undefined): void => {
    if (reason === undefined) items.delete(place);
    else remaining.set(place, `${name}: ${reason}`);
  };
  for (const [place, each] of [...items].toReversed()) {
    const outcome = await removeItem(each, removing);
    if (outcome === 409) busy.push([place, each]);
    keep(place, each, outcome === 409 ? statusText(409) : outcome);
  }
  // A 409 may pass once a running process ends or a dependent item is deleted.
  await waitForStableStates(
    busy.map(([, each]) => each),
    removing,
  );
  for (const [place, each] of busy) {
    const outcome = await removeItem(each, removing);
    if (outcome === undefined) remaining.delete(place);
    keep(place, each, outcome === 409 ? statusText(409) : outcome);
  }
  return [...remaining.values()];
}

/** Deletes one item. Returns undefined on success, 409 if a later attempt may succeed, or else the reason. */
async function removeItem({ removal, as }: TrackedItem, { send }: RemovalTools): Promise<409 | string | undefined> {
  if (!removal) return "the contract has no operation that deletes it";
  const { request, operation } = removal;
  try {
    const { status } = (await send(request, operation, as)).response;
    if (status < 300) return undefined;
    if (!as || isOtherOrganization(as)) return isGone(status) ? undefined : status === 409 ? 409 : statusText(status);
    // An identity wrongly allowed to create an item may be refused here. The item may belong to the usual identity.
    const usualStatus = (await send(request, operation)).response.status;
    if (usualStatus < 300 || (isGone(usualStatus) && isGone(status))) return undefined;
    return usualStatus === 409 ? 409 : `it was answered ${status}, and ${usualStatus} without that`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
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

function isGone(status: number): boolean {
  return status === 404 || status === 410;
}

function statusText(status: number): string {
  return `it was answered ${status}`;
}
