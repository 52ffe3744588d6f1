import type { WireRequest } from "../model/wire-message.ts";
import { type Json, type Operation, canonicalPath, percentEncode } from "../../contracts/index.ts";
import { createsItems } from "../items/creates-items.ts";
import { isSuccess } from "../items/fields.ts";
import type { Item, Resource } from "../items/item.ts";
import { pathValuesByName } from "../items/items.ts";
import { isSoftDeleted } from "../items/soft-deleted.ts";
import { rolesFor } from "../model/roles.ts";
import type { Relation, Story } from "./story/relation.ts";
import type { Violation } from "./story/violation.ts";

const MAX_PATHS = 2;
/** Maximum number of collections below the item in which a child is created. */
const MAX_CHILDREN = 3;

/** Paths below a deleted item answer like paths below an item that never existed. */
export const childrenGone: Relation = {
  id: "children-gone",
  claim: "Children of a deleted item are deleted, too",
  cause: "lives",
  needs: ["delete", "read"],
  runs: 1,
  async holds(item, story) {
    const path = story.resource.operationOf("read")?.path ?? "";
    const below = story.contract.operations.filter((operation) => isBelow(operation, path)).slice(0, MAX_PATHS);
    const children = await createChildren(item, path, story);
    if (below.length === 0 && children.length === 0) return [];
    if (await isGoneAfterDeletion(item, story)) {
      const kept = await readChildren(children, story);
      return kept ? [kept] : readBelow(item, below, story);
    }
    // A provider may refuse to delete an item that has children.
    const childless = children.length > 0 && below.length > 0 ? await story.resource.createItem() : undefined;
    if (!childless || !(await isGoneAfterDeletion(childless, story))) return { unjudged: "no item could be deleted" };
    return readBelow(childless, below, story);
  },
};

async function isGoneAfterDeletion(item: Item, { resource }: Story): Promise<boolean> {
  const deletion = await resource.sendRequest("delete", item);
  if (!deletion || ![200, 204].includes(deletion.response.status)) return false;
  const read = await resource.sendRequest("read", item);
  return read?.response.status === 404 || read?.response.status === 410;
}

/** The violation of a path below a deleted item that is answered, although it is not below an unknown item. */
async function readBelow(item: Item, below: readonly Operation[], { exchange }: Story): Promise<readonly Violation[]> {
  for (const operation of below) {
    const result = await exchange(requestTo(operation, item.values), operation);
    if (!isSuccess(result)) continue;
    const never = await exchange(requestTo(operation, unusedIdOf(item.values)), operation);
    if (never.response.status !== 404) continue;
    const message = `A path below a deleted item is still answered with ${result.response.status}`;
    return [{ key: operation.name, message, exchange: result }];
  }
  return [];
}

/** An item in a collection below another item. */
interface Child {
  readonly resource: Resource;
  readonly item: Item;
}

/** Creates a child in each collection below the item whose items can be read. */
async function createChildren(parent: Item, path: string, story: Story): Promise<readonly Child[]> {
  const children: Child[] = [];
  for (const [operation, { collection }] of rolesFor(story.contract)) {
    if (children.length >= MAX_CHILDREN) break;
    if (!isCollectionBelow(collection, path) || !createsItems(story.contract, operation)) continue;
    const resource = story.resourceWith(story.exchange, { operation, pathValues: parent.values });
    if (!resource?.operationOf("read")) continue;
    const item = await resource.createItem();
    const read = item && (await resource.sendRequest("read", item));
    if (item && read && isSuccess(read)) children.push({ resource, item });
  }
  return children;
}

/** True for "/sites/{id}/rooms" below "/sites/{id}". */
function isCollectionBelow(collection: string, path: string): boolean {
  const [one, other] = [canonicalPath(collection), canonicalPath(path)];
  return one.startsWith(`${other}/`) && !one.slice(other.length).includes("{");
}

/** The violation of a child that is still read, unless its path is read below any parent. */
async function readChildren(children: readonly Child[], story: Story): Promise<Violation | undefined> {
  for (const { resource, item } of children) {
    const operation = resource.operationOf("read");
    const read = await resource.sendRequest("read", item);
    if (!read || !operation || !isSuccess(read) || isSoftDeleted(resource.itemIn("read", read))) continue;
    const elsewhere = [...unusedIdOf(item.values.slice(0, -1)), item.id];
    const never = await story.exchange(requestTo(operation, elsewhere), operation);
    if (never.response.status !== 404) continue;
    const message = `A child of a deleted item is still read (${read.response.status})`;
    return { key: operation.name, message, exchange: read };
  }
  return undefined;
}

/** True for a GET below the item path that requires no parameters but the path parameters of the item. */
function isBelow({ method, path, parameters }: Operation, item: string): boolean {
  const isFree = parameters.every((parameter) => parameter.in === "path" || !parameter.required);
  return method === "GET" && isFree && path.startsWith(`${item}/`) && !path.slice(item.length).includes("{");
}

function requestTo({ path, method }: Operation, values: readonly Json[]): WireRequest {
  const known = Object.entries(pathValuesByName(path, values));
  const filled = known.reduce(
    (text, [name, value]) => text.replace(`{${name}}`, () => percentEncode(String(value))),
    path,
  );
  return { method, path: filled, headers: { accept: "application/json, */*" } };
}

/** Path values of an item that never existed: the last id is replaced by an unused id of the same form. */
function unusedIdOf(values: readonly Json[]): readonly Json[] {
  const text = String(values.at(-1));
  const isCounter = /(^|[^0-9a-f])\d{1,6}$/i.test(text);
  const other = isCounter
    ? text.replace(/\d{1,6}$/, "7654321")
    : text.replaceAll(/[0-9]/g, (digit) => String((Number(digit) + 7) % 10));
  return [...values.slice(0, -1), other === text ? `${text}x7` : other];
}
