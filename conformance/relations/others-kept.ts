import type { Item } from "../items/item.ts";
import type { JsonObject, Operation } from "../../contracts/index.ts";
import type { Exchange } from "../model/exchange.ts";
import { isSuccess } from "../items/fields.ts";
import { bodiesFor, richestOf } from "./story/bodies.ts";
import { changesIn, clientMembersOf, readingOf } from "./story/lost.ts";
import type { Relation, Story } from "./story/relation.ts";
import type { Violation } from "./story/violation.ts";
import { listingsOf } from "./lists/listing.ts";
import { allOf, pageOf } from "./lists/walk.ts";

/** Seeds of the items around the changed one, and distance of those that confirm a violation. */
const CONFIRMING_SEEDS = 100;

/** Maximum number of actions tried. */
const MAX_ACTIONS = 4;

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
    const deeds = deedsOn(story);
    if (deeds.length === 0) return [];
    // All deeds on one item need few requests. If another item has changed, each deed is tried alone.
    if ((await violations(item, deeds, story, 1)).length === 0) return [];
    for (const [index, deed] of deeds.entries()) {
      const seed = CONFIRMING_SEEDS + 10 * index;
      const first = await story.resource.createItem({ seed });
      const broken = first ? await violations(first, [deed], story, seed + 1) : [];
      if (broken.length > 0) return broken.slice(0, 1);
    }
    return [];
  },
};

/** Changes one item. Returns undefined if the request cannot be generated. */
interface Deed {
  readonly operation: Operation;
  on(item: Item): Promise<Exchange | undefined>;
}

/** Updates, actions, and the delete, which ends the item. */
function deedsOn({ contract, resource }: Story): readonly Deed[] {
  const writes = (["update", "replace"] as const).flatMap((kind): Deed[] => {
    const operation = resource.operationOf(kind);
    if (!operation) return [];
    const on = (item: Item): Promise<Exchange | undefined> => {
      const body = richestOf(bodiesFor(contract, operation, item));
      return body ? resource.sendRequest(kind, item, { body }) : Promise.resolve(undefined);
    };
    return [{ operation, on }];
  });
  const actions = resource.transitions.slice(0, MAX_ACTIONS).map((operation): Deed => ({
    operation,
    on: (item) => resource.sendTransition(operation, item),
  }));
  const deletion = resource.operationOf("delete");
  const removes: Deed[] = deletion ? [{ operation: deletion, on: (item) => resource.sendRequest("delete", item) }] : [];
  return [...writes, ...actions, ...removes];
}

/** An item that the deeds leave alone, with its members before them. */
interface Bystander {
  readonly item: Item;
  readonly members: JsonObject;
}

async function violations(
  earlier: Item,
  deeds: readonly Deed[],
  story: Story,
  seed: number,
): Promise<readonly Violation[]> {
  const { resource } = story;
  const target = await resource.createItem({ seed });
  const later = target && (await resource.createItem({ seed: seed + 1 }));
  if (!target || !later) return [];
  const refersToTarget = JSON.stringify(later.sent).includes(JSON.stringify(target.id));
  const bystanders: Bystander[] = [];
  for (const item of [earlier, ...(refersToTarget ? [] : [later]), ...(await firstListed(target, story))]) {
    // A client may choose the same id for several items.
    const reading = String(item.id) === String(target.id) ? undefined : await readingOf(item, story);
    if (reading) bystanders.push({ item, members: comparableMembers(clientMembersOf(item, reading, story)) });
  }
  let done: Done | undefined;
  for (const deed of deeds) {
    const exchange = await deed.on(target);
    if (exchange && isSuccess(exchange)) done = { what: deed.operation.name, exchange };
  }
  if (!done) return [];
  for (const bystander of bystanders) {
    const broken = await changeOf(bystander, done, story);
    if (broken) return [broken];
  }
  return [];
}

interface Done {
  /** Name of the operation. */
  readonly what: string;
  readonly exchange: Exchange;
}

async function changeOf(
  { item, members }: Bystander,
  { what, exchange: done }: Done,
  story: Story,
): Promise<Violation | undefined> {
  const read = await story.resource.sendRequest("read", item);
  if (!read) return undefined;
  if (read.response.status === 404 || read.response.status === 410)
    return {
      key: "gone",
      message: `After ${what}, another item is no longer found`,
      exchange: read,
      otherExchanges: [done],
    };
  const shown = story.resource.itemIn("read", read);
  const [change] = shown ? changesIn(members, shown) : [];
  if (!change) return undefined;
  const message = `After ${what}, another item has "${change.pointer}" ${change.got}, and had ${change.expected} before`;
  const { pointer, expected, got } = change;
  return {
    key: `changed ${pointer}`,
    message,
    shown: { pointer, expected, actual: got },
    exchange: read,
    otherExchanges: [done],
  };
}

/** Members that belong to one item alone. A flag may be the only one of its kind. */
function comparableMembers(members: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(members).filter(([name, value]) => typeof value !== "boolean" && !shared.test(name)),
  );
}

/** The first item of the list, if it is another one. The run may not have made it, so only its existence is compared. */
async function firstListed(target: Item, story: Story): Promise<readonly Item[]> {
  const [listing] = listingsOf(story.contract, story.resource.collection);
  const page = listing && (await pageOf(listing, target, story, allOf(listing)));
  const first = page?.items[0];
  const id = first && listing?.idOf(first);
  if (!first || !listing?.isIdentified || id === undefined || id === String(target.id)) return [];
  const own = typeof target.id === "number" ? Number(id) : id;
  return [{ ...target, id: own, value: first, sent: {}, values: [...target.values.slice(0, -1), own] }];
}
