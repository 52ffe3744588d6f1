import fc from "fast-check";
import { type JsonObject, type Operation, isObject, extractItemId } from "../../contracts/index.ts";
import { Unsatisfiable, canonicalJson, createValues, seededNumber, wordsOf } from "../../contracts/generate/index.ts";
import { type Difference, listDifferences } from "../items/difference.ts";
import { isDone, isGone, isSuccess, readShownItem } from "../items/fields.ts";
import type { Item } from "../items/item.ts";
import type { Exchange } from "../model/exchange.ts";
import { basisOfFault } from "../model/schema-basis.ts";
import type { Reading } from "../requests/preconditions.ts";
import { requestMedia } from "../requests/wire.ts";
import { listsWith } from "./lists/judge-lists.ts";
import { readLargePage } from "./lists/walk.ts";
import { type Act, findAct, listActions, listWrites, withId } from "./story/acts.ts";
import { listValidBodies, chooseRichest } from "./story/bodies.ts";
import { listChangedMembers, selectClientMembers, selectMembers, readCurrentItem } from "./story/compare.ts";
import type { Relation, Story } from "./story/relation.ts";
import { traceRefusal } from "./story/trace.ts";
import { type Violation, asDifference, collectViolations } from "./story/violation.ts";
import { decreased } from "./versions.ts";

/** Maximum numbers of bodies with a fault, and of valid ones, that are sent for a refusal. */
const [MAX_FAULTS, MAX_VALID] = [3, 2];

/** Seeds of the items around the changed one, and distance of those that confirm a violation. */
const CONFIRMING_SEEDS = 100;

/** Maximum numbers of actions tried on an item itself, and beside others. */
const [MAX_ACTIONS, MAX_ACTIONS_BESIDE] = [6, 4];

/** A refused update leaves all members that the client sets unchanged. */
export const refusedNoTrace: Relation = {
  id: "refused-no-trace",
  claim: "A refused update changes nothing",
  cause: "trace",
  needs: ["read"],
  runs: 1,
  async holds(item, story) {
    // An item that a refused request did not change is as it was read after that request.
    let latest: Reading | undefined;
    return collectViolations(listWrites(story), async ({ deed, operation, bodies, send }) => {
      // Providers also refuse valid bodies for rules outside of the schema. Bodies with most members are refused most often.
      for (const body of [...brokenBodies(operation, item, story), ...bodies(item).slice(-MAX_VALID)]) {
        const sendRefusedWrite = (): Promise<Exchange | undefined> => send(item, { body });
        const { traces, after } = await traceRefusal(item, story, {
          what: `${deed} refused with`,
          refuse: sendRefusedWrite,
          before: latest,
        });
        latest = after;
        if (traces.length > 0) return traces;
      }
      return [];
    });
  },
};

/** Bodies with one fault each, those with most members first: the valid members must not be stored either. */
function brokenBodies(operation: Operation, item: Item, { contract, target }: Story): readonly JsonObject[] {
  const media = requestMedia(operation);
  const schema = media?.schema;
  if (!schema) return [];
  // A target that accepts violations of assumed constraints does not refuse these bodies.
  const isRefusable = (body: JsonObject): boolean =>
    !target.acceptsAssumed || basisOfFault(contract, schema, media.basis, body) === "stated";
  const seed = seededNumber(canonicalJson(item.sent));
  const bodies = createValues(contract, "request")
    .faults(schema)
    .slice(0, 12)
    .flatMap(({ arbitrary }) => {
      try {
        return fc.sample(arbitrary, { seed, numRuns: 1 });
      } catch (error) {
        if (error instanceof Unsatisfiable) return [];
        throw error;
      }
    });
  return bodies
    .filter((body) => isObject(body))
    .filter(isRefusable)
    .toSorted((one, other) => Object.keys(other).length - Object.keys(one).length)
    .slice(0, MAX_FAULTS);
}

/** Words of actions that remove content on purpose. */
const removing =
  /\b(reset|clear|empt|wipe|delet|remov|purg|anonymi|redact|discard|detach|unassign|revert|rollback|restore|undo|archiv)/i;

/**
 * An action has the effect that its response shows, lowers no version, and loses nothing that the client sent. The states
 * of items are judged by "transitions".
 */
export const actionKept: Relation = {
  id: "action-kept",
  claim: "An action has the effect that its response shows, and loses nothing that a client sent",
  cause: "loss",
  needs: ["read"],
  runs: 1,
  isWhole: true,
  async holds(item, story) {
    const { resource, contract, operation } = story;
    const richest = chooseRichest(listValidBodies(contract, operation, item));
    return collectViolations(listActions(story).slice(0, MAX_ACTIONS), async (action) => {
      const rich = (richest && (await resource.createItem({ body: richest }))) ?? (await resource.createItem());
      if (rich) return judgeAction(action, rich, story);
      return [];
    });
  },
};

async function judgeAction({ operation, send }: Act, item: Item, story: Story): Promise<readonly Violation[]> {
  const { name } = operation;
  // A version can be lower only if it was raised before.
  const [write] = listWrites(story, ["replace", "update"]);
  const body = write && chooseRichest(write.bodies(item));
  if (body) await write.send(item, { body });
  const before = await readCurrentItem(item, story);
  const done = before && (await send(item));
  const after = isDone(done) ? await readCurrentItem(item, story) : undefined;
  if (!before || !done || !after) return [];
  const about = { exchange: after.exchange, otherExchanges: [done] };
  const answered = readShownItem({ contract: story.contract, operation, exchange: done });
  const isSame = answered && String(extractItemId(answered, story.resource.roleOf("read") ?? {})) === String(item.id);
  const unmade = isSame ? listUnmadeChanges(answered, before, after) : [];
  const lost = removing.test(describeAction(operation))
    ? []
    : listLostMembers(selectClientMembers(item, before, story), after, operation);
  return [
    ...unmade.map((each) => {
      const message = `${name} answered with "${each.pointer}" ${each.expected}, and it is read with ${each.got}, as before`;
      return asDifference(each, { key: `${name} ${each.pointer}`, message, ...about });
    }),
    ...lost.map((each) => {
      const message = `After ${name}, "${each.pointer}" is ${each.got}, and it was ${each.expected}`;
      return asDifference(each, { key: `${name} lost ${each.pointer}`, message, ...about });
    }),
    ...decreased({ before, after }).map((violation) => ({ ...violation, otherExchanges: [done] })),
  ];
}

/** Members that the response shows with another value, and the read with the same one as before the action. */
function listUnmadeChanges(answered: JsonObject, before: Reading, after: Reading): readonly Difference[] {
  const isUnchanged = (name: string): boolean =>
    JSON.stringify(after.shown[name]) === JSON.stringify(before.shown[name]);
  return listDifferences(answered, selectMembers(after.shown, isUnchanged)).slice(0, 1);
}

/** Members that are missing or null after the action, without those that the action is about. */
function listLostMembers(members: JsonObject, { shown }: Reading, action: Operation): readonly Difference[] {
  const words = new Set(wordsOf(describeAction(action)));
  const isAboutAction = (name: string): boolean => wordsOf(name).some((word) => words.has(word));
  const kept = selectMembers(members, (name) => !isAboutAction(name) && (shown[name] ?? null) === null);
  return listChangedMembers(kept, shown).slice(0, 1);
}

function describeAction({ path, summary }: Operation): string {
  return `${path} ${summary}`;
}

/** Members by which items depend on each other: a change of one moves the others. */
const shared =
  /position|order|rank|index|sort|priority|weight|default|primary|parent|active|current|total|count|balance/i;

/**
 * A change, an action or a delete of one item leaves others as they are: the ones made just before and just after it, and
 * the first of the list. Members that items share, such as positions and defaults, are not compared.
 */
export const othersKept: Relation = {
  id: "others-kept",
  claim: "A change of one item leaves all others as they are",
  cause: "loss",
  needs: ["read"],
  runs: 1,
  isWhole: true,
  async holds(item, story) {
    const acts = listChanges(story);
    if (acts.length === 0) return [];
    // All acts on one item need few requests. If another item has changed, each act is tried alone.
    if ((await changesBeside(item, acts, story, 1)).length === 0) return [];
    for (const [index, act] of acts.entries()) {
      const seed = CONFIRMING_SEEDS + 10 * index;
      const first = await story.resource.createItem({ seed });
      const broken = first ? await changesBeside(first, [act], story, seed + 1) : [];
      if (broken.length > 0) return broken.slice(0, 1);
    }
    return [];
  },
};

/** Updates, actions, and the delete, which ends the item. */
function listChanges(story: Story): readonly Act[] {
  const writes = listWrites(story).map(({ operation, bodies, send }): Act => ({
    operation,
    async send(item) {
      const body = chooseRichest(bodies(item));
      return body && send(item, { body });
    },
  }));
  return [...writes, ...listActions(story).slice(0, MAX_ACTIONS_BESIDE), ...[findAct("delete", story) ?? []].flat()];
}

/** The first change of an item that the acts leave alone. */
async function changesBeside(
  earlier: Item,
  acts: readonly Act[],
  story: Story,
  seed: number,
): Promise<readonly Violation[]> {
  const { resource } = story;
  const target = await resource.createItem({ seed });
  const later = target && (await resource.createItem({ seed: seed + 1 }));
  if (!target || !later) return [];
  const refersToTarget = JSON.stringify(later.sent).includes(JSON.stringify(target.id));
  const bystanders: { readonly item: Item; readonly members: JsonObject }[] = [];
  for (const item of [earlier, ...(refersToTarget ? [] : [later]), ...(await firstListed(target, story))]) {
    // A client may choose the same id for several items.
    const reading = String(item.id) === String(target.id) ? undefined : await readCurrentItem(item, story);
    const members = reading ? selectClientMembers(item, reading, story) : {};
    // A flag may be the only one of its kind.
    const isOwnMember = (name: string): boolean => typeof members[name] !== "boolean" && !shared.test(name);
    if (reading) bystanders.push({ item, members: selectMembers(members, isOwnMember) });
  }
  let last: { readonly what: string; readonly done: Exchange } | undefined;
  for (const { operation, send } of acts) {
    const done = await send(target);
    if (done && isSuccess(done)) last = { what: operation.name, done };
  }
  if (!last) return [];
  for (const { item, members } of bystanders) {
    const read = await resource.sendRequest("read", item);
    const broken = read && findUnwantedChange(members, read, last, story);
    if (broken) return [broken];
  }
  return [];
}

function findUnwantedChange(
  members: JsonObject,
  exchange: Exchange,
  { what, done }: { readonly what: string; readonly done: Exchange },
  { resource }: Story,
): Violation | undefined {
  const about = { exchange, otherExchanges: [done] };
  if (isGone(exchange)) return { key: "gone", message: `After ${what}, another item is no longer found`, ...about };
  const shown = resource.itemIn("read", exchange);
  const [change] = shown ? listChangedMembers(members, shown) : [];
  if (!change) return undefined;
  const message = `After ${what}, another item has "${change.pointer}" ${change.got}, and had ${change.expected} before`;
  return asDifference(change, { key: `changed ${change.pointer}`, message, ...about });
}

/** The first item of the list, if it is another one. The run may not have made it, so only its existence is compared. */
async function firstListed(target: Item, story: Story): Promise<readonly Item[]> {
  const [list] = listsWith(target, story);
  const first = list && (await readLargePage(list))?.items[0];
  const id = first && list.idOf(first);
  if (!first || !list?.isIdentified || id === undefined || id === String(target.id)) return [];
  return [{ ...withId(target, typeof target.id === "number" ? Number(id) : id), value: first, sent: {} }];
}
