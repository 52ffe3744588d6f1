import type { Identity } from "../model/identity.ts";
import type { WireRequest } from "../model/wire-message.ts";
import type { Operation } from "../../contracts/index.ts";
import type { Exchange } from "../model/exchange.ts";

interface Asking {
  readonly operation: Operation;
  readonly request: WireRequest;
}

/** Something that a run has made. */
export interface Made {
  /** "POST /v1/orders made /v1/orders/o_1". */
  readonly name: string;
  /** How it is deleted; nothing where the contract does not say. */
  readonly removal?: Asking;
  /** How it is read. */
  readonly reading?: Asking;
  /** Who made it; the usual identity if not said. */
  readonly as?: Identity;
}

export interface Removing {
  /** @throws where there was no answer, or no request may be sent any more. */
  send(request: WireRequest, operation: Operation, as?: Identity): Promise<Exchange>;
  pause(milliseconds: number): Promise<void>;
}

/** So often something that goes on is read, until it goes on no more. */
const MOST_READS = 5;
/** So long it is waited between. */
const PAUSE_MS = 200;

/** So many requests it may take to remove what somebody made, but for what goes on. */
export function mostRequests(as: Identity | undefined): number {
  return !as || isElsewhere(as) ? 1 : 2;
}

/** Deletes what was made, the latest first, and takes it out of the map; answers what could not be removed, and why. */
export async function removeAll(made: Map<string, Made>, removing: Removing): Promise<readonly string[]> {
  const left = new Map<string, string>();
  const busy: (readonly [string, Made])[] = [];
  const keep = (place: string, { name }: Made, reason: string | undefined): void => {
    if (reason === undefined) made.delete(place);
    else left.set(place, `${name}: ${reason}`);
  };
  for (const [place, each] of [...made].toReversed()) {
    const outcome = await removed(each, removing);
    if (outcome === 409) busy.push([place, each]);
    keep(place, each, outcome === 409 ? answered(409) : outcome);
  }
  // What still runs is done after a while; what was in the way may be gone by now.
  await untilStill(
    busy.map(([, each]) => each),
    removing,
  );
  for (const [place, each] of busy) {
    const outcome = await removed(each, removing);
    if (outcome === undefined) left.delete(place);
    keep(place, each, outcome === 409 ? answered(409) : outcome);
  }
  return [...left.values()];
}

/** Nothing where it is gone, or why it is not; 409 where it may be gone later. */
async function removed({ removal, as }: Made, { send }: Removing): Promise<409 | string | undefined> {
  if (!removal) return "the contract has no operation that deletes it";
  const { request, operation } = removal;
  try {
    const { status } = (await send(request, operation, as)).response;
    if (status < 300) return undefined;
    if (!as || isElsewhere(as)) return isGone(status) ? undefined : status === 409 ? 409 : answered(status);
    // Whoever was let in though they may not be need not be let in to this: it may be with the usual identity's.
    const own = (await send(request, operation)).response.status;
    if (own < 300 || (isGone(own) && isGone(status))) return undefined;
    return own === 409 ? 409 : `it was answered ${status}, and ${own} without that`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Asks for what goes on until it goes on no more, all in turn: so they go on at the same time. */
async function untilStill(busy: readonly Made[], { send, pause }: Removing): Promise<void> {
  const shown = new Map<Made, string>();
  let moving = busy.filter(({ reading }) => reading);
  for (let reads = 0; reads < MOST_READS && moving.length > 0; reads++) {
    if (reads > 0) await pause(PAUSE_MS);
    const still: Made[] = [];
    for (const each of moving) {
      const { request, operation } = each.reading as Asking;
      const read = await send(request, operation, each.as).catch(() => undefined);
      if (!read || read.response.status > 299 || (reads > 1 && read.response.body === shown.get(each))) continue;
      shown.set(each, read.response.body);
      still.push(each);
    }
    moving = still;
  }
}

/** Whether what somebody has is apart from all that the usual identity has: that one must not delete it, nor could it. */
function isElsewhere(as: Identity | undefined): boolean {
  return as?.id === "other";
}

function isGone(status: number): boolean {
  return status === 404 || status === 410;
}

function answered(status: number): string {
  return `it was answered ${status}`;
}
