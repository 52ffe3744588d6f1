import type { OperationRole, ResourceContext } from "./resource-context.ts";
import type { Lineage } from "./lineage.ts";
import {
  type Contract,
  anonymousTemplate,
  canonicalPath,
  percentEncode,
  omitUndefined,
} from "../../contracts/index.ts";
import type { Call, Handler } from "../calls/call.ts";
import type { Address } from "../state/store.ts";
import { toDeletionMark } from "./examples.ts";
import { canCreateItems, compileCollection, hasNamedItems, notFound } from "./resource.ts";
import { findNestedCollection } from "./paths/other-path.ts";
import { restoresItems } from "./actions/restoring.ts";
import type { StoredRole } from "./stored-role.ts";

/**
 * The relations of a collection to the others of its contract. An item is a parent if the contract can
 * create it and read it at its own path. Other items above exist with any id, unless they were deleted.
 * `haveImplicitItems` is true for a collection whose items exist without being created.
 */
export function compileLineage(
  { contract, operation, role }: OperationRole & Pick<ResourceContext, "contract">,
  operationRoles: readonly OperationRole[],
  haveImplicitItems: (collection: string) => boolean,
): Lineage {
  const collection = findNestedCollection(operation, role) ?? role.collection;
  const pathBelow = `${anonymousTemplate(role.collection)}/{}/`;
  const places: readonly string[] = ["path", "query"];
  const named = new Set(operation.parameters.filter((each) => places.includes(each.in)).map(({ name }) => name));
  const parent = [...collection.matchAll(/\/\{([^{}]+)\}(?=\/)/g)]
    .filter(({ 1: idParameter = "" }) => named.has(idParameter))
    .filter(({ index, 1: idParameter = "" }) => !namesOther(collection.slice(0, index), idParameter, operationRoles))
    .flatMap(({ index, 1: idParameter = "" }) => {
      const parentCollection = collection.slice(0, index);
      const parentReader = findParentReader(contract, parentCollection, operationRoles, haveImplicitItems);
      if (parentReader)
        return [
          {
            collection: parentCollection,
            pathPrefix: parentReader.role.pathPrefix ?? "",
            idParameter,
            hasImplicitItems: parentReader.hasImplicitItems,
            isLasting: !operationRoles.some(
              ({ role: each }) =>
                each.kind === "delete" &&
                anonymousTemplate(`${parentCollection}/{}/`).startsWith(anonymousTemplate(`${each.collection}/{}/`)),
            ),
          },
        ];
      return [];
    })
    .at(-1);
  return omitUndefined({
    parent,
    isParent: operationRoles.some((each) => anonymousTemplate(each.role.collection).startsWith(pathBelow)),
  });
}

/** True for {service_id} in "/feeds/{service_id}/feeds", where "/services/{service_id}" reads services, and no feed. */
function namesOther(collection: string, idParameter: string, operationRoles: readonly OperationRole[]): boolean {
  const own = anonymousTemplate(collection);
  const reads = operationRoles.filter(({ role }) => role.kind === "read" && role.part === undefined);
  const isOwnCollection = (each: OperationRole): boolean => anonymousTemplate(each.role.collection) === own;
  const named = reads.filter(({ role }) => role.idParameter === idParameter);
  return named.length > 0 && !named.some(isOwnCollection) && reads.some(isOwnCollection);
}

/** The operation that reads the items of a collection, if another one creates or deletes them. */
function findParentReader(
  contract: Contract,
  collection: string,
  operationRoles: readonly OperationRole[],
  haveImplicitItems: (collection: string) => boolean,
): (OperationRole & { readonly hasImplicitItems: boolean }) | undefined {
  const own = anonymousTemplate(collection);
  const siblings = operationRoles.filter(({ role }) => anonymousTemplate(role.collection) === own);
  // An item that only a PUT makes may have been there before: what is known of a customer, for "/customers/{id}/note".
  const isMadeOrListed = siblings.some(({ role }) => ["create", "copy", "list"].includes(role.kind));
  const hasImplicitItems = !isMadeOrListed || !hasNamedItems(contract, siblings) || haveImplicitItems(own);
  if (hasImplicitItems && !siblings.some(({ role }) => role.kind === "delete")) return undefined;
  const reader = siblings.find(
    ({ operation: { method, path }, role: { kind, part } }) =>
      method === "GET" &&
      kind === "read" &&
      part === undefined &&
      anonymousTemplate(canonicalPath(path)) === `${own}/{}`,
  );
  return reader && { ...reader, hasImplicitItems };
}

/** True for an operation that needs no stored item, and so must check its parent. */
function needsNoStoredItem(part: ResourceContext): boolean {
  return (
    ["list", "copy", "singleton"].includes(part.role.kind) ||
    canCreateItems(part.contract, part) ||
    restoresItems(part) ||
    // An action that writes can be about an item that is a part of another one.
    (part.role.kind === "action" && part.operation.safe)
  );
}

/**
 * Compiles the lock of all that is below the same topmost item: "/customers/7" of "/customers/7/orders". A deletion and a
 * change of a key have it alone. Operations that create something share it, so that they do not create it below an item
 * that is no longer there.
 */
function compileFamilyLock({ collection, pathPrefix = "" }: StoredRole): (path: string) => string {
  const segments = `${pathPrefix}${collection}/{}`.split("/");
  const count = segments.findIndex((segment) => segment.includes("{")) + 1;
  return (path) => `below ${path.split("/", count).join("/")}`;
}

/** Refuses calls below an item that does not exist. */
export function withParentCheck(context: ResourceContext, handler: Handler): Handler {
  const { parent } = context.lineage;
  if (!parent || !needsNoStoredItem(context)) return handler;
  const role = { ...context.role, collection: parent.collection, pathPrefix: parent.pathPrefix };
  const collection = compileCollection(role);
  const familyLock = context.operation.safe ? undefined : compileFamilyLock(role);
  return async (call) => {
    const id = String(call.input.parameters[parent.idParameter] ?? "");
    const { organization } = call.world;
    const address = { organization, collection: collection(call), id };
    if (familyLock && !parent.isLasting)
      await call.store.lock?.(organization, familyLock(toItemPath(address)), "share");
    const isStored = (await call.store.read(address)) !== undefined;
    const isShown =
      parent.hasImplicitItems || context.representations.shownItems.find(call.world, address) !== undefined;
    const exists = isStored || (isShown && !(await call.store.read(toDeletionMark(address))));
    if (exists) return handler(call);
    return notFound(role, id);
  };
}

/** Waits until nothing is being created below an item that is deleted or moved next. */
export function lockFamily({
  lineage,
  role,
}: ResourceContext): ((call: Call, item: Address) => Promise<void>) | undefined {
  if (!lineage.isParent) return undefined;
  const familyLock = compileFamilyLock(role);
  return async ({ store }, item) => void (await store.lock?.(item.organization, familyLock(toItemPath(item))));
}

/** Deletes the collections below an item. */
export async function deleteCollectionsBelow(
  { lineage }: ResourceContext,
  { store }: Call,
  deletedItem: Address,
): Promise<void> {
  if (lineage.isParent) await store.forgetBelow(deletedItem.organization, toItemPath(deletedItem));
}

function toItemPath({ collection, id }: Address): string {
  return `${collection}/${percentEncode(id)}`;
}
