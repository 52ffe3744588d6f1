import type { Part, ResourceContext } from "./resource-context.ts";
import type { Lineage } from "./lineage.ts";
import { anonymousTemplate, canonicalPath, percentEncode } from "../../contracts/index.ts";
import type { Call, Handler } from "../calls/call.ts";
import type { Address } from "../state/store.ts";
import { deletionMarkOf } from "./examples.ts";
import { canAdd, collectionOf, notFound } from "./resource.ts";

/**
 * The relations of a collection to the others of its contract. An item is a parent if the contract can create it and read
 * it at its own path. Other items above exist with any id, unless they were deleted. `areGiven` is true for a collection
 * whose items exist without being created.
 */
export function lineageOf(
  { operation, role: { collection } }: Part,
  parts: readonly Part[],
  areGiven: (collection: string) => boolean,
): Lineage {
  const below = `${anonymousTemplate(collection)}/{}/`;
  const named = new Set(operation.parameters.filter(({ in: place }) => place === "path").map(({ name }) => name));
  const parent = [...collection.matchAll(/\/\{([^{}]+)\}(?=\/)/g)]
    .filter(({ 1: idParameter = "" }) => named.has(idParameter))
    .flatMap(({ index, 1: idParameter = "" }) => {
      const above = collection.slice(0, index);
      const keeper = keeperOf(above, parts, areGiven);
      return keeper ? [{ collection: above, home: keeper.role.home ?? "", idParameter, isGiven: keeper.isGiven }] : [];
    })
    .at(-1);
  return {
    ...(parent && { parent }),
    isParent: parts.some(({ role }) => anonymousTemplate(role.collection).startsWith(below)),
  };
}

/** The operation that reads the items of a collection, if another one creates or deletes them. */
function keeperOf(
  collection: string,
  parts: readonly Part[],
  areGiven: (collection: string) => boolean,
): (Part & { readonly isGiven: boolean }) | undefined {
  const own = anonymousTemplate(collection);
  const its = parts.filter(({ role }) => anonymousTemplate(role.collection) === own);
  const isGiven = !its.some(canAdd) || areGiven(own);
  if (isGiven && !its.some(({ role }) => role.kind === "delete")) return undefined;
  const reader = its.find(
    ({ operation: { method, path }, role: { kind, part } }) =>
      method === "GET" &&
      kind === "read" &&
      part === undefined &&
      anonymousTemplate(canonicalPath(path)) === `${own}/{}`,
  );
  return reader && { ...reader, isGiven };
}

/** True for an operation that needs no stored item, and so must check its parent. */
function isFounding(part: Part): boolean {
  return ["list", "create", "singleton"].includes(part.role.kind) || (part.role.kind === "replace" && canAdd(part));
}

/** Refuses calls below an item that does not exist. */
export function withParent(context: ResourceContext, handler: Handler): Handler {
  const { parent } = context.lineage;
  if (!parent || !isFounding(context)) return handler;
  const role = { ...context.role, collection: parent.collection, home: parent.home };
  const collection = collectionOf(role);
  return async (call) => {
    const id = String(call.input.parameters[parent.idParameter] ?? "");
    const { organization } = call.world;
    const address = { organization, collection: collection(call), id };
    const isMade = (await call.store.read(address)) !== undefined;
    const isThere = isMade || (parent.isGiven && !(await call.store.read(deletionMarkOf(address))));
    return isThere ? handler(call) : notFound(role, id);
  };
}

/** Deletes the collections below an item. */
export async function forgetBelow({ lineage }: ResourceContext, { store }: Call, gone: Address): Promise<void> {
  if (lineage.isParent) await store.forgetBelow(gone.organization, `${gone.collection}/${percentEncode(gone.id)}`);
}
