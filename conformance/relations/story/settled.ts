import { type StateProperty, resolveStateProperty } from "../../../contracts/index.ts";
import type { Item } from "../../items/item.ts";
import type { Exchange } from "../../model/exchange.ts";
import { readCurrentItem } from "./compare.ts";
import type { Reading } from "../../requests/preconditions.ts";
import type { Story } from "./relation.ts";

/** States of something that goes on by itself. */
const unfinished =
  /^(accepted|building|creating|in.?progress|initiali[sz]ing|new|pending|preparing|processing|provisioning|queued|received|requested|running|scheduled|started|starting|submitted|waiting|working)$/i;

/** Minimum and maximum number of reads of an item with a state. */
const [MIN_READS, MAX_READS] = [3, 6];
/** Pause between reads of an item that goes on by itself. */
const PAUSE_MS = 200;

/** True for a state of something that goes on by itself, such as "queued". */
export function isUnfinished(state: string | undefined): boolean {
  return state !== undefined && unfinished.test(state);
}

/** The read of an item after its state has stopped changing. Items without a state are read once. */
export async function readSettledItem(item: Item, story: Story): Promise<Reading | undefined> {
  const property = findStateProperty(story);
  let reading = await readCurrentItem(item, story);
  if (!property) return reading;
  let before = property.of(item.value);
  for (let reads = 1; reading && reads < MAX_READS; reads++) {
    const state = property.of(reading.shown);
    if (!isUnfinished(state) && (state === undefined || (reads >= MIN_READS && state === before))) break;
    if (isUnfinished(state)) await story.pause(PAUSE_MS);
    before = state;
    reading = await readCurrentItem(item, story);
  }
  return reading;
}

/** The response to a delete. If the item goes on by itself, and is not deleted before it is done, to a later one. */
export async function deleteSettledItem(item: Item, story: Story): Promise<Exchange | undefined> {
  const deleted = await story.resource.sendRequest("delete", item);
  if (deleted?.response.status !== 409 || !findStateProperty(story)) return deleted;
  await readSettledItem(item, story);
  return story.resource.sendRequest("delete", item);
}

/** The property that holds the state of the items. Undefined if the read response has none. */
export function findStateProperty({ contract, resource }: Story): StateProperty | undefined {
  return resolveStateProperty(contract, resource.operationOf("read"), resource.roleOf("read"));
}
