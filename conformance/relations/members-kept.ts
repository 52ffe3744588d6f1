import { type Json, type Join, type JoinPart, canonicalPath, isObject, joinsIn } from "../../contracts/index.ts";
import { createValues } from "../../contracts/generate/index.ts";
import { creatingOperationOf } from "../items/creates-items.ts";
import { isDone, isGone, isSuccess } from "../items/fields.ts";
import type { Item, Resource } from "../items/item.ts";
import { itemsIn } from "../items/items.ts";
import { type Exchange, jsonIn } from "../model/exchange.ts";
import { confirmViolations } from "./lists/confirm-violations.ts";
import { listingAt, listingsOf } from "./lists/listing.ts";
import { idsOf, openList, walk } from "./lists/walk.ts";
import { readingOf } from "./story/compare.ts";
import type { Relation, Story } from "./story/relation.ts";
import { type Unjudged, type Violation, isUnjudged } from "./story/violation.ts";

/** Maximum number of pages of a list that are read. */
const MAX_PAGES = 5;

/** What is added to an item is listed until it is removed. Only what the run made itself is added. */
export const membersKept: Relation = {
  id: "members-kept",
  claim: "What is added to an item is listed until it is removed, and nothing else of it changes",
  cause: "loss",
  needs: ["read"],
  runs: 1,
  isWhole: true,
  isAbout: (collection, contract) => joinsOf(contract, collection).length > 0,
  async holds(owner, story) {
    const violations: Violation[] = [];
    let reason: Unjudged | undefined;
    for (const join of joinsOf(story.contract, story.resource.collection)) {
      const result = await judgeJoin(join, owner, story);
      if (isUnjudged(result)) reason = result;
      else violations.push(...result);
    }
    return violations.length === 0 && reason ? reason : violations;
  },
};

function joinsOf(contract: Story["contract"], collection: string): readonly Join[] {
  return joinsIn(contract).filter(({ owner }) => canonicalPath(owner) === collection);
}

/** Something that is added: an item, or a text. */
interface Member {
  readonly key: Json;
  readonly item?: Item;
}

/** A place that shows what was added to an item. */
interface Place {
  readonly name: string;
  /** The key that it shows if a member was added. */
  keyOf(member: Member): Json | undefined;
  read(): Promise<Shown | undefined>;
}

interface Shown {
  readonly keys: readonly string[];
  readonly exchange: Exchange;
  readonly isWhole: boolean;
}

async function judgeJoin(join: Join, owner: Item, story: Story): Promise<readonly Violation[] | Unjudged> {
  const resource = memberResource(join, owner, story);
  const members = resource ? await createMembers(resource) : namesFor(join, story);
  const [first, second] = members;
  if (!first || !second) return { unjudged: "nothing could be made that can be added" };
  const places = await emptyPlaces(join, { owner, members }, story);
  if (places.length === 0) return { unjudged: "no list shows what is added" };
  const partsWith = (wanted: JoinPart["effect"]): readonly JoinPart[] =>
    join.parts.filter(({ effect }) => effect === wanted);
  const [adds, removes] = [partsWith("add"), partsWith("remove")];
  const steps: readonly (readonly [part: JoinPart | undefined, member: Member, present: readonly Member[]])[] = [
    [adds[0], first, [first]],
    [adds.at(-1), second, [first, second]],
    [removes[0], first, [second]],
    [removes.at(-1), second, []],
  ];
  const done: Exchange[] = members.flatMap(({ item }) => item?.exchange ?? []);
  for (const [part, member, present] of steps) {
    if (!part) return [];
    const exchange = await send(part, { owner, member }, story);
    if (!isDone(exchange)) return { unjudged: `${part.operation.name} was refused` };
    done.push(exchange);
    const about = { what: part.operation.name, done: [...done] };
    const broken = (await confirmViolations(story, () => findMisplaced(places, { members, present }, about))) ?? [];
    if (broken.length > 0) return broken;
    const harmed = resource && member.item && (await findHarm(resource, member.item, { part, about, story }));
    if (harmed) return [harmed];
  }
  return [];
}

interface About {
  readonly what: string;
  readonly done: readonly Exchange[];
}

/** Members that a place lacks, or has though they were removed. Undefined if no place could be read. */
async function findMisplaced(
  places: readonly Place[],
  { members, present }: { readonly members: readonly Member[]; readonly present: readonly Member[] },
  { what, done }: About,
): Promise<readonly Violation[] | undefined> {
  let isRead = false;
  for (const place of places) {
    const shown = await place.read();
    if (!shown) continue;
    isRead = true;
    for (const member of members) {
      const key = place.keyOf(member);
      const isPresent = present.includes(member);
      const isShown = key !== undefined && shown.keys.includes(String(key));
      if (key === undefined || isShown === isPresent || (isPresent && !shown.isWhole)) continue;
      const state = isPresent ? "does not have what was added" : "still has what was removed";
      const message = `After ${what}, ${place.name} ${state}`;
      return [{ key: `${place.name} ${state}`, message, exchange: shown.exchange, otherExchanges: done }];
    }
  }
  return isRead ? [] : undefined;
}

interface Step {
  readonly part: JoinPart;
  readonly about: About;
  readonly story: Story;
}

/** The violation of an added or removed item that is gone itself, or that its collection has twice. */
async function findHarm(resource: Resource, item: Item, { part, about, story }: Step): Promise<Violation | undefined> {
  const { effect, operation } = part;
  const { what, done: otherExchanges } = about;
  const mayDelete = /delet|destroy/i.test(`${operation.id} ${operation.summary}`) && !resource.operationOf("delete");
  const read = await resource.sendRequest("read", item);
  if (read && isGone(read) && !mayDelete) {
    const message = `After ${what}, the item itself is no longer found`;
    return { key: `${effect} gone`, message, exchange: read, otherExchanges };
  }
  const [listing] = effect === "add" ? listingsOf(story.contract, resource.collection) : [];
  const walked = listing && (await walk(openList(listing, item, story), { most: MAX_PAGES, size: sizeOf(listing) }));
  for (const { exchange, items } of walked?.pages ?? []) {
    if (!listing || idsOf(listing, items).filter((id) => id === String(item.id)).length < 2) continue;
    const message = `After ${what}, the list of these items has the item twice`;
    return { key: `${effect} twice`, message, exchange, otherExchanges };
  }
  return undefined;
}

function sizeOf({ steering }: NonNullable<ReturnType<typeof listingAt>>): number | undefined {
  return steering.limit?.most;
}

/** The collection of the items that are added, below the same items as their owner. */
function memberResource({ member }: Join, owner: Item, story: Story): Resource | undefined {
  const operation = member === undefined ? undefined : creatingOperationOf(story.contract, member);
  const count = (member?.split("{").length ?? 1) - 1;
  return operation && story.resourceWith(story.exchange, { operation, pathValues: owner.values.slice(0, count) });
}

async function createMembers(resource: Resource): Promise<readonly Member[]> {
  const members: Member[] = [];
  for (const seed of [1, 2]) {
    const item = resource.operationOf("read") && (await resource.createItem({ seed }));
    if (item && members.every(({ key }) => String(key) !== String(item.id))) members.push({ key: item.id, item });
  }
  return members;
}

/** Two texts that the path of an addition accepts. */
function namesFor({ member, parts }: Join, { contract }: Story): readonly Member[] {
  const { operation } = parts.find(({ effect }) => effect === "add") ?? {};
  const parameter = operation?.parameters.findLast(
    ({ in: place, name }) => place === "path" && operation.path.endsWith(`{${name}}`),
  );
  if (member !== undefined || !parameter) return [];
  const values = createValues(contract, "request");
  const keys = [1, 2].map((counter) =>
    values.identifier([parameter.schema.value], { name: `member ${counter}`, prefix: "member", counter }),
  );
  return keys[0] === keys[1] ? [] : keys.map((key) => ({ key }));
}

/** Sends an addition or a removal. */
async function send(
  { keys, isReversed, operation }: JoinPart,
  { owner, member }: { readonly owner: Item; readonly member: Member },
  { coverageAt, exchange }: Story,
): Promise<Exchange | undefined> {
  const [own, other] = isReversed && member.item ? [member.item.values, owner.id] : [owner.values, member.key];
  const plain = coverageAt(operation, keys ? own : [...own, other])?.plain;
  if (!plain || !keys) return plain && exchange(plain, operation);
  const entry = keys.key === undefined ? other : { [keys.key]: other };
  const value = keys.isList ? [entry] : entry;
  const body = jsonIn(plain);
  const sent = keys.name === undefined ? value : { ...(isObject(body) && body), [keys.name]: value };
  return exchange({ ...plain, body: JSON.stringify(sent) }, operation);
}

interface Sides {
  readonly owner: Item;
  readonly members: readonly Member[];
}

/** The places that can be read, and that do not have the members yet. */
async function emptyPlaces(join: Join, sides: Sides, story: Story): Promise<readonly Place[]> {
  const lists = join.parts.filter(({ effect }) => effect === "list");
  const places = [...lists.flatMap((part) => listPlaces(part, sides, story)), ...ownPlace(join, sides, story)];
  const empty: Place[] = [];
  for (const place of places) {
    const shown = await place.read();
    const hasNone = sides.members.every((each) => !shown?.keys.includes(String(place.keyOf(each))));
    if (shown && hasNone) empty.push(place);
  }
  return empty;
}

function listPlaces({ operation, role, isReversed }: JoinPart, { owner, members }: Sides, story: Story): Place[] {
  const { name } = operation;
  if (role.listsKeys) {
    if (isReversed) return [];
    const isWhole = operation.parameters.every(({ in: place }) => place !== "query");
    return [{ name, keyOf: ({ key }) => key, read: () => readKeys() }];

    async function readKeys(): Promise<Shown | undefined> {
      const request = story.coverageAt(operation, owner.values)?.plain;
      const exchange = request && (await story.exchange(request, operation));
      const keys = exchange && isSuccess(exchange) ? itemsIn(jsonIn(exchange.response), role.itemsProperty) : undefined;
      return exchange && keys && { exchange, isWhole, keys: keys.map(String) };
    }
  }
  const listing = listingAt(story.contract, operation, role);
  if (!listing) return [];
  const listAt = (item: Item, keyOf: Place["keyOf"]): Place => ({
    name,
    keyOf,
    async read() {
      const list = openList(listing, item, story);
      const walked = await walk(list, { most: MAX_PAGES, size: sizeOf(listing) });
      const keys = walked?.pages.flatMap(({ items }) => idsOf(listing, items));
      const exchange = walked?.pages[0]?.exchange;
      return walked && keys && exchange && { keys, exchange, isWhole: walked.isWhole };
    },
  });
  if (!isReversed) return [listAt(owner, ({ key }) => key)];
  return members.flatMap((own) =>
    own.item ? [listAt(own.item, (each) => (each === own ? owner.id : undefined))] : [],
  );
}

/** The list of the owner that has what is added. */
function ownPlace({ property }: Join, { owner }: Sides, story: Story): Place[] {
  if (property === undefined) return [];
  const read = async (): Promise<Shown | undefined> => {
    const reading = await readingOf(owner, story);
    const entries = reading?.shown[property];
    if (!reading || !Array.isArray(entries)) return undefined;
    return { keys: (entries as readonly Json[]).map(String), exchange: reading.exchange, isWhole: true };
  };
  return [{ name: `"${property}" of the item`, keyOf: ({ key }) => key, read }];
}
