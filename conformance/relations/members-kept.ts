import {
  type Contract,
  type Json,
  type Join,
  type JoinPart,
  canonicalPath,
  isObject,
  joinsIn,
  listParameterNames,
} from "../../contracts/index.ts";
import { createValues } from "../../contracts/generate/index.ts";
import { findCreatingOperation } from "../items/creates-items.ts";
import { isDone, isGone, isSuccess } from "../items/fields.ts";
import type { Item, Resource } from "../items/item.ts";
import { readListItems } from "../items/items.ts";
import { type Exchange, jsonIn } from "../model/exchange.ts";
import { isSoftDeleted } from "../model/soft-deleted.ts";
import { showsAll } from "./listed.ts";
import { confirmViolations } from "./lists/confirm-violations.ts";
import { type Listing, findOperationListing, findListings } from "./lists/listing.ts";
import { listItemIds, openList, readLargePage, walkPages } from "./lists/walk.ts";
import { createMore } from "./lists/judge-lists.ts";
import type { Relation, Story } from "./story/relation.ts";
import { type Unjudged, type Violation, collectViolations, isUnjudged } from "./story/violation.ts";

/** Maximum number of pages of a list that are read. */
const MAX_PAGES = 5;

/** An addition to an item is listed until it is removed. The run adds only items that it made itself. */
export const membersKept: Relation = {
  id: "members-kept",
  claim: "What is added to an item is listed until it is removed, and nothing else of it changes",
  cause: "loss",
  needs: ["read"],
  runs: 1,
  isWhole: true,
  isAbout: (collection, contract) => listJoins(contract, collection).length > 0,
  async holds(owner, story) {
    const results: (readonly Violation[] | Unjudged)[] = [];
    for (const join of listJoins(story.contract, story.resource.collection))
      results.push(await judgeJoin(join, owner, story));
    const broken = results.flatMap((result) => (isUnjudged(result) ? [] : result));
    if (broken.length > 0) return broken;
    return results.find(isUnjudged) ?? [];
  },
};

function listJoins(contract: Contract, collection: string): readonly Join[] {
  return joinsIn(contract).filter(({ owner }) => canonicalPath(owner) === collection);
}

/** A place that shows the keys of what was added to an item. */
interface ListedKeys {
  readonly name: string;
  read(): Promise<Shown | undefined>;
}

interface Shown {
  readonly keys: readonly string[];
  readonly exchange: Exchange;
  readonly isWhole: boolean;
}

/** Adds two members, removes them, and looks at the lists and the members after each step. */
async function judgeJoin(join: Join, owner: Item, story: Story): Promise<readonly Violation[] | Unjudged> {
  const resource = memberResource(join, owner, story);
  const items = await createItems(resource, story);
  const [first, second] = resource ? items.map(({ id }) => id) : chooseTexts(join, story);
  if (first === undefined || second === undefined || String(first) === String(second))
    return { unjudged: "nothing could be made that can be added" };
  const places: ListedKeys[] = [];
  for (const place of listJoinPlaces(join, owner, story)) {
    const { keys } = (await place.read()) ?? {};
    if (keys && ![first, second].some((key) => hasKey(keys, key))) places.push(place);
  }
  if (places.length === 0) return { unjudged: "no list shows what is added" };
  const [adds = [], removes = []] = (["add", "remove"] as const).map((wanted) =>
    join.parts.filter(({ effect }) => effect === wanted),
  );
  const steps = [
    { part: adds[0], key: first, present: [first], absent: [] },
    { part: adds.at(-1), key: second, present: [first, second], absent: [] },
    { part: removes[0], key: first, present: [second], absent: [first] },
    { part: removes.at(-1), key: second, present: [], absent: [first, second] },
  ];
  const done = items.map(({ exchange }) => exchange);
  for (const { part, key, present, absent } of steps) {
    if (!part) return [];
    const exchange = await sendJoin(part, { owner, key, member: items.find(({ id }) => id === key) }, story);
    if (!isDone(exchange)) return { unjudged: `${part.operation.name} was refused` };
    done.push(exchange);
    const otherExchanges = [...done];
    const misplaced = await confirmViolations(story, () =>
      collectViolations(places, async ({ name, read }) => {
        const shown = await read();
        const showsMemberKey = (each: Json): boolean => shown !== undefined && hasKey(shown.keys, each);
        const isLost = shown?.isWhole === true && !present.every(showsMemberKey);
        if (!shown || (!isLost && !absent.some(showsMemberKey))) return [];
        const state = isLost ? "lacks what was added" : "has what was removed";
        const message = `After ${part.operation.name}, ${name} ${state}`;
        return [{ key: `${name} ${state}`, message, exchange: shown.exchange, otherExchanges }];
      }),
    );
    const item = items.find(({ id }) => id === key);
    const harm = resource && item && (await findHarm(resource, item, part, story));
    if (misplaced.length > 0 || harm) {
      if (harm) return [...misplaced, { ...harm, otherExchanges }];
      return misplaced;
    }
  }
  return [];
}

/** True for a key among others. A server may write a text in another case. */
function hasKey(keys: readonly string[], key: Json): boolean {
  return keys.some((each) => each.toLowerCase() === String(key).toLowerCase());
}

/** The violation of an added or removed item that is gone itself, or that its collection has twice. */
async function findHarm(
  resource: Resource,
  item: Item,
  { effect, operation }: JoinPart,
  story: Story,
): Promise<Violation | undefined> {
  const mayDelete = /delet|destroy/i.test(`${operation.id} ${operation.summary}`) && !resource.operationOf("delete");
  const read = await resource.sendRequest("read", item);
  if (read && isGone(read) && !mayDelete) {
    const message = `After ${operation.name}, the item itself is no longer found`;
    return { key: `${effect} gone`, message, exchange: read };
  }
  const [listing] = effect === "add" ? findListings(story.contract, resource.collection) : [];
  const page = listing && (await readLargePage(openList(listing, item, story)));
  if (!page || listItemIds(listing, page.items).filter((id) => id === String(item.id)).length < 2) return undefined;
  const message = `After ${operation.name}, the list of these items has the item twice`;
  return { key: `${effect} twice`, message, exchange: page.exchange };
}

/** The collection of the items that are added, below the same items as their owner. */
function memberResource({ member }: Join, owner: Item, story: Story): Resource | undefined {
  const operation = member === undefined ? undefined : findCreatingOperation(story.contract, member);
  const pathValues = owner.values.slice(0, listParameterNames(member ?? "").length);
  return operation && story.resourceWith(story.exchange, { operation, pathValues });
}

/** Two new items that can be read. */
async function createItems(resource: Resource | undefined, story: Story): Promise<readonly Item[]> {
  const first = resource?.operationOf("read") && (await resource.createItem());
  if (!resource || !first) return [];
  const readable: Item[] = [];
  for (const item of await createMore(first, 2, { ...story, resource })) {
    const read = await resource.sendRequest("read", item);
    if (read && isSuccess(read)) readable.push(item);
  }
  return readable;
}

/** Two texts that the path of an addition accepts. */
function chooseTexts({ member, parts }: Join, { contract }: Story): readonly Json[] {
  const { operation } = parts.find(({ effect }) => effect === "add") ?? {};
  const parameter = operation?.parameters.find(({ name }) => operation.path.endsWith(`{${name}}`));
  if (member !== undefined || !parameter) return [];
  const values = createValues(contract, "request");
  return [1, 2].map((counter) =>
    values.identifier([parameter.schema.value], { name: `member ${counter}`, prefix: "member", counter }),
  );
}

/** Sends an addition or a removal. */
async function sendJoin(
  { keys, operation }: JoinPart,
  { owner, key, member }: { readonly owner: Item; readonly key: Json; readonly member: Item | undefined },
  { coverageAt, exchange }: Story,
): Promise<Exchange | undefined> {
  const plain = coverageAt(operation, keys ? owner.values : [...owner.values, key])?.plain;
  if (!plain || !keys) return plain && exchange(plain, operation);
  const body = jsonIn(plain);
  const shown = Object.entries(member?.value ?? {}).filter(([name]) => keys.beside?.includes(name));
  const entry = keys.key === undefined ? key : { ...Object.fromEntries(shown), [keys.key]: key };
  const value = keys.isList ? [entry] : entry;
  const sent = keys.name === undefined ? value : { ...(isObject(body) && body), [keys.name]: value };
  return exchange({ ...plain, body: JSON.stringify(sent) }, operation);
}

/** The lists of what was added, and the member of the owner that has it. */
function listJoinPlaces({ parts }: Join, owner: Item, story: Story): readonly ListedKeys[] {
  const lists = parts.filter(({ effect }) => effect === "list");
  const places = lists.map(({ operation, role }): ListedKeys => {
    const listing = role.listsKeys ? undefined : findOperationListing(story.contract, operation, role);
    const read = listing ? () => readJoinedKeys(listing, owner, story) : readKeys;
    return { name: operation.name, read };

    async function readKeys(): Promise<Shown | undefined> {
      const request = story.coverageAt(operation, owner.values)?.plain;
      const exchange = request && (await story.exchange(request, operation));
      const entries = exchange && isSuccess(exchange) ? readListItems(jsonIn(exchange.response), role) : undefined;
      const isWhole = operation.parameters.every(({ in: place }) => place !== "query");
      return exchange && entries && { exchange, keys: entries.map(String), isWhole };
    }
  });
  return places;
}

async function readJoinedKeys(listing: Listing, item: Item, story: Story): Promise<Shown | undefined> {
  const size = listing.steering.limit?.most;
  const walked = await walkPages(openList(listing, item, story), { most: MAX_PAGES, size });
  const [first] = walked?.pages ?? [];
  if (!walked || !first) return undefined;
  const items = walked.pages.flatMap((page) => page.items);
  const shown = items.filter((each) => !isSoftDeleted(each));
  const isWhole = walked.isWhole && shown.length === items.length && showsAll(story.contract, listing);
  return { exchange: first.exchange, keys: listItemIds(listing, shown), isWhole };
}
