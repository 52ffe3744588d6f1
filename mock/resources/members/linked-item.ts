import {
  type JsonObject,
  type Operation,
  canonicalPath,
  foldedName,
  extractItemId,
  singular,
} from "../../../contracts/index.ts";
import type { Call } from "../../calls/call.ts";
import type { OperationRole, ResourceContext } from "../resource-context.ts";
import { compileCollection } from "../resource.ts";
import type { StoredRole } from "../stored-role.ts";

/**
 * The operation that reads the items that others are linked to: `/labels/{id}` for `/buckets/{id}/labels`, which has labels
 * that exist, and `/users/{id}` for `/teams/{id}/members/{user_id}`. Undefined if a collection has items of its own.
 */
export function findLinkedReader(
  { collection, idParameter = "" }: StoredRole,
  roles: ReadonlyMap<Operation, StoredRole>,
): OperationRole | undefined {
  const word = findLastSegment(collection);
  const isLinkTarget = (other: string): boolean =>
    findLastSegment(other) === word || foldedName(idParameter) === `${foldedName(singular(other))}id`;
  const isTargetAbove = (other: string): boolean =>
    other.split("/").length < collection.split("/").length &&
    !collection.startsWith(`${other}/`) &&
    isLinkTarget(other);
  const [operation, role] =
    [...roles].find(
      ([{ method, path }, { kind, part, collection: other }]) =>
        method === "GET" &&
        kind === "read" &&
        part === undefined &&
        canonicalPath(path).startsWith(other) &&
        isTargetAbove(other),
    ) ?? [];
  return operation && role && { operation, role };
}

/** Compiles the members that a new item has from the item that it links to, by its key. */
export function createLinkedItem({ linked, operation, role }: ResourceContext) {
  if (!linked || (operation.method === "POST" && role.sentKey === undefined)) return undefined;
  const collection = compileCollection(linked.role);
  return async (call: Call, id: string): Promise<JsonObject> => {
    const address = { organization: call.world.organization, collection: collection(call), id };
    const item = (await call.store.read(address))?.value;
    // An item that has another key under the same name is not the linked one.
    if (item && String(extractItemId(item, linked.role)) === id) return item;
    return {};
  };
}

function findLastSegment(collection: string): string {
  return collection.split("/").at(-1) ?? "";
}
