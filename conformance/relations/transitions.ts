import type { Broken } from "./story/broken.ts";
import type { Item } from "../items/item.ts";
import { type Operation, type StateProperty, isRefusing, statedOf } from "../../contracts/index.ts";
import { rolesFor } from "../model/roles.ts";
import type { Exchange } from "../model/exchange.ts";
import { isSuccess, shownIn } from "../items/fields.ts";
import { readingOf } from "./story/lost.ts";
import type { Relation, Story } from "./story/relation.ts";
import { statePropertyOf } from "./story/state-property.ts";

/** What leads an item from how it was made to a state; "look" is to read it, which makes some go on. */
type Way = readonly (Operation | "look")[];

/** So many items are led to a state. */
const MAX_ITEMS = 40;
const LONGEST = 3;
/** An item that goes on by itself has done so after this time, in milliseconds. */
const MOVING_MS = 300;

/**
 * All actions in all states that actions lead to: what an action answers is what is read, one that is refused changes
 * nothing, and what the contract says to be refused in a state is refused. A finding is made twice, with a new item,
 * and not of items that go on by themselves meanwhile.
 */
export const transitions: Relation = {
  id: "transitions",
  claim: "An action does what it answers, in the states in which it may, and changes nothing where it is refused",
  needs: ["read"],
  runs: 1,
  isWhole: true,
  async holds(item, story) {
    const property = statePropertyOf(story);
    const deletion = story.resource.operationOf("delete");
    const acts = [...story.resource.transitions, ...(deletion ? [deletion] : [])];
    if (!property || acts.length === 0 || !hasWays(acts)) return [];
    return explore(item, { story, property, acts, deletion });
  },
};

/** Items that can only be deleted, whatever they are like, have no ways. */
function hasWays(acts: readonly Operation[]): boolean {
  return (
    acts.length > 1 ||
    acts.some(({ responses }) => responses.some(({ status }) => isRefusing(status) || status === "4XX"))
  );
}

interface Machine {
  readonly story: Story;
  readonly property: StateProperty;
  readonly acts: readonly Operation[];
  readonly deletion: Operation | undefined;
}

/** An item in a state. */
interface Placed {
  readonly item: Item;
  readonly state: string;
}

async function explore(first: Item, machine: Machine): Promise<readonly Broken[]> {
  const broken = new Map<string, Broken>();
  const isSelfMoving = await movesWhenRead(first, machine);
  const ways: Way[] = isSelfMoving ? [[], ["look"], ["look", "look"]] : [[]];
  const seen = new Set<string>();
  let items = 0;
  for (let way = ways.shift(); way && items < MAX_ITEMS; way = ways.shift()) {
    let placed: Placed | undefined;
    for (const [index, act] of machine.acts.entries()) {
      if (!placed) {
        placed = await led(way, machine, ++items);
        if (!placed || (index === 0 && seen.has(placed.state))) break;
        seen.add(placed.state);
      }
      const before: Placed = placed;
      const tried = await attempt(act, before, { ...machine, isSelfMoving });
      if (!tried) continue;
      const key = tried.flaw?.key;
      if (key !== undefined && !broken.has(key)) {
        const again = await confirmed(act, way, { machine, isSelfMoving, state: before.state, key, seed: ++items });
        if (again) broken.set(key, again);
      }
      const isNew = tried.state !== undefined && !seen.has(tried.state);
      if (isNew && isSuccess(tried.exchange) && way.length < LONGEST) ways.push([...way, act]);
      if (tried.state !== before.state) placed = undefined;
    }
  }
  return [...broken.values()];
}

/** Whether an item goes on though nothing is done to it. */
async function movesWhenRead(item: Item, { story, property }: Machine): Promise<boolean> {
  const states = [property.of(item.value)];
  for (let times = 0; times < 3; times++) states.push(property.of((await readingOf(item, story))?.shown));
  return new Set(states.filter((state) => state !== undefined)).size > 1;
}

/** A new item, led to where a way leads; nothing where it does not lead there any more. */
async function led(way: Way, { story, property }: Machine, seed: number): Promise<Placed | undefined> {
  const item = await story.resource.make({ seed });
  if (!item) return undefined;
  let state = property.of(item.value);
  for (const step of way) {
    if (step === "look") {
      state = property.of((await readingOf(item, story))?.shown);
      continue;
    }
    const done = await story.resource.act(step, item);
    if (!done || !isSuccess(done)) return undefined;
    // What was only taken on is looked at again.
    const isDone = done.response.status !== 202;
    state = isDone ? property.of(shownIn({ contract: story.contract, operation: step, exchange: done })) : undefined;
  }
  state ??= property.of((await readingOf(item, story))?.shown);
  return state === undefined ? undefined : { item, state };
}

interface Attempt {
  readonly exchange: Exchange;
  /** How the item reads after it; nothing where it is gone, or not looked at. */
  readonly state?: string;
  readonly flaw?: Broken;
}

async function attempt(
  act: Operation,
  { item, state: before }: Placed,
  { story, property, deletion, isSelfMoving, wait = 0 }: Machine & { isSelfMoving: boolean; wait?: number },
): Promise<Attempt | undefined> {
  const { resource, contract } = story;
  const exchange = await (act === deletion ? resource.ask("delete", item) : resource.act(act, item));
  if (!exchange) return undefined;
  const { status } = exchange.response;
  const isDone = isSuccess(exchange);
  const stated = isDone ? statedOf(contract, act, { ...property, when: rolesFor(contract).get(act)?.when }) : undefined;
  if (stated?.isRefusedIn(before)) {
    const says = stated.words === "" ? "x-state" : `"${stated.words.trim()}"`;
    const message = `${act.name} was done to an item that is ${before} (${status}), which the contract excludes: ${says}`;
    return { exchange, flaw: { key: `${act.name} in ${before}`, message, exchange } };
  }
  if (isDone && (isSelfMoving || act === deletion)) return { exchange };
  if (isSelfMoving) return { exchange, state: before };
  if (wait > 0) await story.pause(wait);
  const reading = await readingOf(item, story);
  const state = property.of(reading?.shown);
  if (!reading || state === undefined) return { exchange };
  const result = { exchange, state };
  if (!isDone && isRefusing(status) && state !== before) {
    const message = `${act.name} was refused with ${status}, and what was ${before} is ${state}`;
    return { ...result, flaw: { key: `${act.name} refused`, message, exchange: reading.exchange } };
  }
  // What was only taken on may still be to be done.
  const answered = isDone && status !== 202 ? property.of(shownIn({ contract, operation: act, exchange })) : undefined;
  if (answered === undefined || answered === state || state !== before) return result;
  const message = `${act.name} answered with an item that is ${answered}, and it is read as ${state}, as before`;
  return { ...result, flaw: { key: `${act.name} not kept`, message, exchange: reading.exchange } };
}

interface Confirming {
  readonly machine: Machine;
  readonly isSelfMoving: boolean;
  readonly state: string;
  readonly key: string;
  readonly seed: number;
}

/** The same of another item, and none that goes on by itself in the time that this takes. */
async function confirmed(
  act: Operation,
  way: Way,
  { machine, isSelfMoving, state, key, seed }: Confirming,
): Promise<Broken | undefined> {
  const { story, property } = machine;
  const wait = story.target.isMock ? 0 : MOVING_MS;
  const left = await led(way, machine, seed + MAX_ITEMS);
  if (left?.state !== state) return undefined;
  await story.pause(wait);
  if (property.of((await readingOf(left.item, story))?.shown) !== state) return undefined;
  const other = await led(way, machine, seed + 2 * MAX_ITEMS);
  if (other?.state !== state) return undefined;
  const again = await attempt(act, other, { ...machine, isSelfMoving, wait });
  return again?.flaw?.key === key ? { ...again.flaw, from: other.item.exchange } : undefined;
}
