import type { Violation } from "./story/violation.ts";
import type { Item } from "../items/item.ts";
import { type Operation, type StateProperty, isStateRefusal, readDocumentedStates } from "../../contracts/index.ts";
import { rolesFor } from "../model/roles.ts";
import type { Exchange } from "../model/exchange.ts";
import { isSuccess, readShownItem } from "../items/fields.ts";
import { readCurrentItem } from "./story/compare.ts";
import type { Relation, Story } from "./story/relation.ts";
import { refusedAsMalformed } from "./story/acts.ts";
import { isUnfinished, findStateProperty } from "./story/settled.ts";
import { isSoftDeleted } from "../model/soft-deleted.ts";

/** Steps that lead a new item to a state. The step "look" reads the item, which makes some items change state. */
type StatePath = readonly (Operation | "look")[];

/** Maximum number of items led to a state. */
const MAX_ITEMS = 40;
const LONGEST = 3;
/** Time in milliseconds after which an item that changes state by itself has done so. */
const SELF_CHANGE_MS = 300;

/**
 * Each action is tried in each state that actions lead to. The state in its response is the state that is read. A refused
 * action changes nothing. An action that the contract excludes in a state is refused. Each finding is confirmed with a
 * new item that does not change state by itself.
 */
export const transitions: Relation = {
  id: "transitions",
  claim:
    "An action has the effect that its response shows, in the allowed states only. A refused action changes nothing",
  cause: "lives",
  needs: ["read"],
  runs: 1,
  isWhole: true,
  async holds(item, story) {
    const property = findStateProperty(story);
    const deletion = story.resource.operationOf("delete");
    const actions = [...story.resource.transitions, ...(deletion ? [deletion] : [])];
    if (!property || actions.length === 0 || !hasTransitions(actions)) return [];
    return explore(item, { story, property, actions, deletion });
  },
};

/** False for items whose only action is a delete that documents no refusal. */
function hasTransitions(actions: readonly Operation[]): boolean {
  return (
    actions.length > 1 ||
    actions.some(({ responses }) => responses.some(({ status }) => isStateRefusal(status) || status === "4XX"))
  );
}

interface StateMachine {
  readonly story: Story;
  readonly property: StateProperty;
  readonly actions: readonly Operation[];
  readonly deletion: Operation | undefined;
}

/** An item in a state. */
interface ItemInState {
  readonly item: Item;
  readonly state: string;
}

async function explore(first: Item, machine: StateMachine): Promise<readonly Violation[]> {
  const broken = new Map<string, Violation>();
  const misjudged = new Map<Operation, Violation>();
  const accepted = new Set<Operation>();
  const looks = await looksForStates(first, machine);
  const changesByItself = looks.length > 1;
  const paths: StatePath[] = looks.map((length) => Array.from({ length }, () => "look"));
  const seen = new Set<string>();
  let items = 0;
  for (let path = paths.shift(); path && items < MAX_ITEMS; path = paths.shift()) {
    let current: ItemInState | undefined;
    for (const [index, action] of machine.actions.entries()) {
      if (!current) {
        current = await makeItemInState(path, machine, ++items);
        if (!current || (index === 0 && seen.has(current.state))) break;
        seen.add(current.state);
      }
      const before: ItemInState = current;
      const tried = await attemptAction(action, before, { ...machine, changesByItself });
      if (!tried) continue;
      if (isSuccess(tried.exchange)) accepted.add(action);
      const refused = refusedForState(action, before, tried.exchange);
      if (refused && !misjudged.has(action)) misjudged.set(action, refused);
      const key = tried.flaw?.key;
      if (key !== undefined && !broken.has(key)) {
        const again = await confirmed(action, path, {
          machine,
          changesByItself,
          state: before.state,
          key,
          seed: ++items,
        });
        if (again) broken.set(key, again);
      }
      const isNew = tried.state !== undefined && !seen.has(tried.state);
      if (isNew && isSuccess(tried.exchange) && path.length < LONGEST) paths.push([...path, action]);
      if (tried.state !== before.state) current = undefined;
    }
  }
  // Where the action is accepted in another state, the state is what refuses it.
  const stateRefusals = [...misjudged].flatMap(([action, violation]) => (accepted.has(action) ? [violation] : []));
  return [...broken.values(), ...stateRefusals];
}

/** A violation if a request without a body is refused as malformed, where the contract has 409 for a state. */
function refusedForState(action: Operation, { state }: ItemInState, exchange: Exchange): Violation | undefined {
  if (action.body?.required === true || !refusedAsMalformed(exchange, action, ["409"])) return undefined;
  const { status } = exchange.response;
  const message = `${action.name} of an item that is ${state} was refused with ${status}, as if the request were wrong, and it is accepted in another state; the contract documents 409 for it`;
  return { key: `${action.name} malformed`, message, exchange };
}

/** Minimum and maximum number of reads in search of other states. */
const [MIN_READS, MAX_READS] = [3, 6];

/** Numbers of reads after which an item has another state. One that only actions change has 0 alone. */
async function looksForStates(item: Item, { story, property }: StateMachine): Promise<readonly number[]> {
  let state = property.of(item.value);
  const looks = [0];
  const seen = new Set([state]);
  for (let reads = 1; reads <= MAX_READS && (reads <= MIN_READS || isUnfinished(state)); reads++) {
    state = property.of((await readCurrentItem(item, story))?.shown);
    if (state === undefined || seen.has(state)) continue;
    // A create response may show no state.
    if (!seen.has(undefined) || looks.length > 1) looks.push(reads);
    seen.add(state);
  }
  return looks;
}

/** A new item after the steps of a path. Returns undefined if a step fails. */
async function makeItemInState(
  path: StatePath,
  { story, property }: StateMachine,
  seed: number,
): Promise<ItemInState | undefined> {
  const item = await story.resource.createItem({ seed });
  if (!item) return undefined;
  let state = property.of(item.value);
  for (const step of path) {
    if (step === "look") {
      state = property.of((await readCurrentItem(item, story))?.shown);
      continue;
    }
    const done = await story.resource.sendTransition(step, item);
    if (!done || !isSuccess(done)) return undefined;
    // A 202 response does not show the new state, so the item is read.
    const isDone = done.response.status !== 202;
    state = isDone
      ? property.of(readShownItem({ contract: story.contract, operation: step, exchange: done }))
      : undefined;
  }
  state ??= property.of((await readCurrentItem(item, story))?.shown);
  if (state === undefined) return undefined;
  return { item, state };
}

interface Attempt {
  readonly exchange: Exchange;
  /** State read after the action. Undefined if the item no longer exists or was not read. */
  readonly state?: string;
  readonly flaw?: Violation;
}

async function attemptAction(
  action: Operation,
  { item, state: before }: ItemInState,
  { story, property, deletion, changesByItself, wait = 0 }: StateMachine & { changesByItself: boolean; wait?: number },
): Promise<Attempt | undefined> {
  const { resource, contract } = story;
  const exchange = await (action === deletion
    ? resource.sendRequest("delete", item)
    : resource.sendTransition(action, item));
  if (!exchange) return undefined;
  const { status } = exchange.response;
  const isDone = isSuccess(exchange);
  const stated = isDone
    ? readDocumentedStates(contract, action, { ...property, when: rolesFor(contract).get(action)?.when })
    : undefined;
  if (stated?.isRefusedIn(before)) {
    const says = stated.words === "" ? "x-state" : `"${stated.words.trim()}"`;
    const message = `${action.name} was done to an item that is ${before} (${status}), which the contract excludes: ${says}`;
    return { exchange, flaw: { key: `${action.name} in ${before}`, message, exchange } };
  }
  if (isDone && action === deletion) return deleted(action, item, { exchange, before, story });
  if (isDone && changesByItself) return { exchange };
  if (changesByItself) return { exchange, state: before };
  if (wait > 0) await story.pause(wait);
  const reading = await readCurrentItem(item, story);
  const state = property.of(reading?.shown);
  if (!reading || state === undefined) return { exchange };
  const result = { exchange, state };
  if (!isDone && isStateRefusal(status) && state !== before) {
    const message = `${action.name} was refused with ${status}, and the state of the item changed from ${before} to ${state}`;
    return { ...result, flaw: { key: `${action.name} refused`, message, exchange: reading.exchange } };
  }
  // A 202 response leaves open when the action takes effect.
  const answered =
    isDone && status !== 202 ? property.of(readShownItem({ contract, operation: action, exchange })) : undefined;
  if (answered === undefined || answered === state || state !== before) return result;
  const message = `${action.name} answered with an item that is ${answered}, and it is read as ${state}, as before`;
  return { ...result, flaw: { key: `${action.name} not kept`, message, exchange: reading.exchange } };
}

/** A delete that was done, with a violation if the item is still read. */
async function deleted(
  { name }: Operation,
  item: Item,
  { exchange, before, story }: { readonly exchange: Exchange; readonly before: string; readonly story: Story },
): Promise<Attempt> {
  if (exchange.response.status === 202) return { exchange };
  const reading = await readCurrentItem(item, story);
  if (!reading || isSoftDeleted(reading.shown)) return { exchange };
  const message = `${name} of an item that was ${before} was answered with ${exchange.response.status}, and the item is still read`;
  return { exchange, flaw: { key: `${name} not done`, message, exchange: reading.exchange } };
}

interface Confirmation {
  readonly machine: StateMachine;
  readonly changesByItself: boolean;
  readonly state: string;
  readonly key: string;
  readonly seed: number;
}

/** The same finding with a new item, if a further item shows that the state does not change by itself meanwhile. */
async function confirmed(
  action: Operation,
  path: StatePath,
  { machine, changesByItself, state, key, seed }: Confirmation,
): Promise<Violation | undefined> {
  const { story, property } = machine;
  const wait = story.target.isMock ? 0 : SELF_CHANGE_MS;
  const untouched = await makeItemInState(path, machine, seed + MAX_ITEMS);
  if (untouched?.state !== state) return undefined;
  await story.pause(wait);
  if (property.of((await readCurrentItem(untouched.item, story))?.shown) !== state) return undefined;
  const other = await makeItemInState(path, machine, seed + 2 * MAX_ITEMS);
  if (other?.state !== state) return undefined;
  const again = await attemptAction(action, other, { ...machine, changesByItself, wait });
  if (again?.flaw?.key === key) return { ...again.flaw, firstExchange: other.item.exchange };
  return undefined;
}
