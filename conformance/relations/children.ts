import { type JsonObject, type Operation, canonicalPath, chooseSuccess } from "../../contracts/index.ts";
import { createsItems, findCreatingOperation } from "../items/creates-items.ts";
import { findFirstDifference } from "../items/difference.ts";
import { isGone, isSuccess } from "../items/fields.ts";
import type { Item, Resource } from "../items/item.ts";
import { showsUndeleted } from "../model/soft-deleted.ts";
import type { Exchange } from "../model/exchange.ts";
import { getContentType } from "../model/response-media.ts";
import { rolesFor } from "../model/roles.ts";
import { isTextMedia } from "../requests/wire.ts";
import { judgeLists, listsWith } from "./lists/judge-lists.ts";
import { type List, readPage } from "./lists/walk.ts";
import { type Act, listActsBelow, refusedAsMalformed, withId } from "./story/acts.ts";
import { echoedMembers } from "./story/compare.ts";
import { type Relation, type Story, listCreateCases } from "./story/relation.ts";
import { readSettledItem } from "./story/settled.ts";
import { type Violation, collectViolations } from "./story/violation.ts";

/** Names of members that choose a media type. */
const formatNames = /(^|_)(format|file_?type|media_?type|content_?type|output)$|(Format|FileType|MediaType)$/;

/**
 * A response in another documented media type than the one that the item was created with, such as a PDF where its
 * `format` is "csv". Its basis is "assumed", because the contract does not say that the name chooses the type.
 */
function otherMediaType(read: Exchange, reader: Operation, { sent }: Item): readonly Violation[] {
  if (!isSuccess(read)) return [];
  const documented = chooseSuccess(reader).response?.content.map(({ mediaType }) => mediaType.toLowerCase()) ?? [];
  const shown = getContentType(read.response);
  for (const [name, value] of Object.entries(sent)) {
    if (!formatNames.test(name) || typeof value !== "string") continue;
    const named = documented.filter((mediaType) => isNamedMediaType(mediaType, value));
    if (named.length !== 1 || !documented.includes(shown) || named.includes(shown)) continue;
    const message = `The item was created with "${name}" ${JSON.stringify(value)}, and is answered as ${shown}, not ${named[0]}`;
    return [{ key: `media type for ${name}`, message, exchange: read, otherExchanges: [], basis: "assumed" }];
  }
  return [];
}

/** True for a media type that a value names: itself, or its subtype, such as "csv" for "text/csv". */
function isNamedMediaType(mediaType: string, value: string): boolean {
  const name = value.toLowerCase();
  return mediaType === name || new RegExp(`/(x-|vnd\\.)?${name.replaceAll(/[^\w]/g, "\\W")}$`).test(mediaType);
}

/** Maximum number of items created, each with a different enum value. */
const MAX_ITEMS = 3;

/** Maximum numbers of requests sent to one operation below an item. */
const [MAX_WRITES, MAX_READS] = [2, 6];

/** Maximum numbers of paths below a deleted item, and of collections below it in which a child is created. */
const [MAX_PATHS, MAX_CHILDREN] = [2, 3];

/**
 * Operations below an item are called with each enum value that the contract lists. The checks judge each response; this
 * relation itself looks for what was put, and compares texts.
 */
export const belowConforms: Relation = {
  id: "below-conforms",
  claim: "Operations below an item respond as documented, and a value that was put is read back unchanged",
  needs: [],
  runs: 1,
  isWhole: true,
  async holds(item, story) {
    const readers = listActsBelow(story).filter(({ operation }) => operation.method === "GET");
    if (readers.length === 0) return [];
    const all = await collectViolations([item, ...(await createVariants(story))].entries(), async ([index, each]) => {
      const early = index === 0 ? await readEarly(readers, each) : [];
      await readSettledItem(each, story);
      const blamed = await collectViolations(early, (refused) => blamedRequest(refused, story));
      const wrong = await collectViolations(readers, ({ operation }) =>
        checkReader(operation, each, { story, isFirst: index === 0 }),
      );
      return [...blamed, ...wrong];
    });
    return [...new Map(all.map((flaw) => [flaw.key, flaw])).values()];
  },
};

/** A read below an item that was refused before the item was settled. */
interface EarlyRefusal {
  readonly reader: Operation;
  readonly exchange: Exchange;
}

/** Reads below a new item whose refusal blames the request, although the contract has a status for a conflict. */
async function readEarly(readers: readonly Act[], item: Item): Promise<readonly EarlyRefusal[]> {
  const refused: EarlyRefusal[] = [];
  for (const { operation, send } of readers) {
    if (!operation.responses.some(({ status }) => status === "409")) continue;
    const exchange = await send(item);
    if (exchange && refusedAsMalformed(exchange, operation, ["409"])) refused.push({ reader: operation, exchange });
  }
  return refused;
}

/** The refusal of a request that succeeds once the item is settled: nothing was wrong with it. */
async function blamedRequest({ reader, exchange }: EarlyRefusal, story: Story): Promise<readonly Violation[]> {
  const later = await story.exchange(exchange.request, reader);
  if (!isSuccess(later)) return [];
  const message = `A request that succeeds later was answered with ${exchange.response.status}, as if it were wrong; the contract documents 409 for it`;
  return [{ key: `refusal of ${reader.name}`, message, exchange, after: [later] }];
}

/** New items with different enum values. */
async function createVariants(story: Story): Promise<readonly Item[]> {
  const { coverage, resource, exchange } = story;
  const items: Item[] = [];
  for (const request of coverage ? listCreateCases(coverage, story).slice(0, MAX_ITEMS) : [])
    items.push(...[resource.createdItem(await exchange(request)) ?? []].flat());
  return items;
}

/** Writes to a path below an item with each documented body, and reads it after each write. Enum values of the read are tried only on the first item. */
async function checkReader(
  reader: Operation,
  item: Item,
  { story, isFirst }: { readonly story: Story; readonly isFirst: boolean },
): Promise<readonly Violation[]> {
  const reads = story.coverageAt(reader, item.values);
  if (!reads) return [];
  const writer = story.contract.operations.find(
    ({ method, path }) => path === reader.path && (method === "PUT" || method === "POST"),
  );
  const writes = writer && story.coverageAt(writer, item.values);
  const texts = writes?.texts.filter(({ body }) => body !== "") ?? [];
  const broken = await collectViolations(
    texts.length > 0 ? texts.slice(0, MAX_WRITES) : [writes?.plain],
    async (request) => {
      const written = request && writer && (await story.exchange(request, writer));
      const read = await story.exchange(reads.plain, reader);
      const lost =
        written?.request.method === "PUT" ? [...missingAfter(written, read), ...changedText(written, read)] : [];
      return [...lost, ...otherMediaType(read, reader, item)];
    },
  );
  const counted = reads.valid.filter(({ label }) => label.includes(" enum,")).slice(0, MAX_READS);
  for (const { request } of isFirst ? counted : []) await story.exchange(request, reader);
  return broken;
}

/** A violation if what a PUT stored, with a final success, is unknown to the read of the same path. */
function missingAfter(written: Exchange, read: Exchange): readonly Violation[] {
  if (![200, 201, 204].includes(written.response.status) || !isGone(read)) return [];
  const message = `A PUT was accepted with ${written.response.status}, and its path is read with ${read.response.status}`;
  return [{ key: "missing", message, exchange: read, otherExchanges: [written] }];
}

/** The difference between a text sent with PUT and the text that is read. */
function changedText(written: Exchange, read: Exchange): readonly Violation[] {
  const type = written.request.headers["content-type"] ?? "";
  const isComparable = isTextMedia(type) && getContentType(read.response) === type;
  if (!isSuccess(written) || !isSuccess(read) || !isComparable) return [];
  const [sent, shown] = [written.request.body ?? "", read.response.body];
  if (sent.trim() === shown.trim()) return [];
  return [{ key: "text", message: "A text that was put is not read as it was put", exchange: read }];
}

/** Items below one parent are neither listed nor read below another parent that was created after them. */
export const childrenApart: Relation = {
  id: "children-apart",
  claim: "A child of one item is neither listed nor read below another item",
  cause: "tenant",
  needs: ["list"],
  isAbout: (collection) => collectionAbove(collection) !== undefined,
  runs: 1,
  isWhole: true,
  async holds(item, story) {
    const operation = findCreatingOperation(story.contract, collectionAbove(story.resource.collection) ?? "");
    if (!operation) return { unjudged: "no operation creates a second parent" };
    const pathValues = item.values.slice(0, -2);
    const other = await story.resourceWith(story.exchange, { operation, pathValues })?.createItem({ seed: 1 });
    if (!other || String(other.id) === String(item.values.at(-2)))
      return { unjudged: "no second parent could be created" };
    const beside: Item = { ...item, values: [...pathValues, other.id, item.id] };
    let isJudged = false;
    const broken = await judgeLists(listsWith(beside, story), async (list) => {
      const shown = await shownBelowOther(list, { item, beside }, story);
      isJudged ||= shown !== undefined;
      return shown ?? [];
    });
    if (isJudged) return broken;
    return { unjudged: "no list below the second parent was answered" };
  },
};

/** Collection of the parents of a collection. Undefined if its items are below no other item. */
function collectionAbove(collection: string): string | undefined {
  return /^(.*)\/\{[^{}]*\}\/[^{}/]*$/.exec(collection)?.[1];
}

async function shownBelowOther(
  list: List,
  { item, beside }: { readonly item: Item; readonly beside: Item },
  { resource }: Story,
): Promise<readonly Violation[] | undefined> {
  const page = await readPage(list, {});
  if (!page) return undefined;
  const { exchange, items } = page;
  // Ids may be counted from 1 below each parent, so an id alone does not tell.
  const sent = echoedMembers(item);
  const isSameChild = (each: JsonObject): boolean =>
    Object.keys(sent).length > 0 && findFirstDifference(sent, each) === undefined;
  const found = items.find((each) => list.idOf(each) === String(item.id));
  if (found) {
    const message = "A child of one item is listed below another item, which was created later";
    if (isSameChild(found)) return [{ key: "listed", message, exchange }];
    return [];
  }
  const read = await resource.sendRequest("read", beside);
  const value = read && resource.itemIn("read", read);
  if (!value || !isSameChild(value)) return [];
  const message = "A child of one item is read below another item, whose list does not have it";
  return [{ key: "read", message, exchange: read, otherExchanges: [exchange] }];
}

/** Paths below a deleted item answer like paths below an item that never existed. */
export const childrenGone: Relation = {
  id: "children-gone",
  claim: "Children of a deleted item are deleted, too",
  cause: "lives",
  needs: ["delete", "read"],
  runs: 1,
  async holds(item, story) {
    const below = listActsBelow(story).filter(isFreeRead).slice(0, MAX_PATHS);
    const children = await createChildren(item, story);
    if (below.length === 0 && children.length === 0) return [];
    if (await isGoneAfterDeletion(item, story)) {
      const kept = await readChildren(children, item);
      if (kept.length > 0) return kept;
      return readBelow(item, below);
    }
    // A provider may refuse to delete an item that has children.
    const childless = children.length > 0 && below.length > 0 ? await story.resource.createItem() : undefined;
    if (!childless || !(await isGoneAfterDeletion(childless, story))) return { unjudged: "no item could be deleted" };
    return readBelow(childless, below);
  },
};

/** True for a GET that requires no parameters but those of its path. */
function isFreeRead({ operation: { method, parameters } }: Act): boolean {
  return method === "GET" && parameters.every((parameter) => parameter.in === "path" || !parameter.required);
}

async function isGoneAfterDeletion(item: Item, { resource }: Story): Promise<boolean> {
  const deletion = await resource.sendRequest("delete", item);
  return [200, 204].includes(deletion?.response.status ?? 0) && isGone(await resource.sendRequest("read", item));
}

/** The violation of a path below a deleted item that is answered, although it is not below an unknown item. */
async function readBelow(item: Item, below: readonly Act[]): Promise<readonly Violation[]> {
  for (const { operation, send } of below) {
    const exchange = await send(item);
    if (!exchange || !isSuccess(exchange) || (await send(neverMade(item)))?.response.status !== 404) continue;
    const message = `A path below a deleted item is still answered with ${exchange.response.status}`;
    return [{ key: operation.name, message, exchange }];
  }
  return [];
}

/** An item in a collection below another item. */
interface Child {
  readonly resource: Resource;
  readonly item: Item;
}

/** Creates a child in each collection below the item whose items can be read. */
async function createChildren(parent: Item, story: Story): Promise<readonly Child[]> {
  const path = canonicalPath(story.resource.operationOf("read")?.path ?? "");
  const children: Child[] = [];
  for (const [operation, role] of rolesFor(story.contract)) {
    if (children.length >= MAX_CHILDREN) break;
    const collection = canonicalPath(role.collection);
    const isBelow = collection.startsWith(`${path}/`) && !collection.slice(path.length).includes("{");
    if (!isBelow || !createsItems(story.contract, operation)) continue;
    const resource = story.resourceWith(story.exchange, { operation, pathValues: parent.values });
    if (!resource?.operationOf("read")) continue;
    const item = await resource.createItem();
    const read = item && (await resource.sendRequest("read", item));
    if (item && read && isSuccess(read)) children.push({ resource, item });
  }
  return children;
}

/** The violation of a child that is still read, unless its path is read below any parent. */
async function readChildren(children: readonly Child[], parent: Item): Promise<readonly Violation[]> {
  for (const { resource, item } of children) {
    const read = await resource.sendRequest("read", item);
    if (!read || !showsUndeleted(read, resource.itemIn("read", read))) continue;
    const elsewhere = { ...item, values: [...neverMade(parent).values, item.id] };
    if ((await resource.sendRequest("read", elsewhere))?.response.status !== 404) continue;
    const message = `A child of a deleted item is still read (${read.response.status})`;
    return [{ key: resource.operationOf("read")?.name ?? "", message, exchange: read }];
  }
  return [];
}

/** An item with an unused id of the same form, even if the contract does not describe that form. */
function neverMade(item: Item): Item {
  const text = String(item.id);
  const isCounter = /(^|[^0-9a-f])\d{1,6}$/i.test(text);
  const other = isCounter
    ? text.replace(/\d{1,6}$/, "7654321")
    : text.replaceAll(/[0-9]/g, (digit) => String((Number(digit) + 7) % 10));
  return withId(item, other === text ? `${text}x7` : other);
}
