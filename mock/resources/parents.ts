import type { Part, ResourceContext } from "./resource-context.ts";
import type { Lineage } from "./lineage.ts";
import { anonymous, canonical, encode } from "../../contracts/index.ts";
import type { Call, Handler } from "../calls/call.ts";
import type { Address } from "../state/store.ts";
import { deletedAt } from "./examples.ts";
import { canAdd, collectionOf, notFound } from "./resource.ts";

/**
 * Where a collection stands among those of its contract. An item counts as a parent where it can be read at its own
 * path, and put there by the same contract: others are there, whatever their id is, unless they were deleted.
 */
export function lineageOf(
  { operation, role: { collection } }: Part,
  parts: readonly Part[],
  tenants: ReadonlySet<string>,
): Lineage {
  const below = `${anonymous(collection)}/{}/`;
  const named = new Set(operation.parameters.filter(({ in: place }) => place === "path").map(({ name }) => name));
  const parent = [...collection.matchAll(/\/\{([^{}]+)\}(?=\/)/g)]
    .filter(({ 1: idParameter = "" }) => named.has(idParameter))
    .flatMap(({ index, 1: idParameter = "" }) => {
      const above = collection.slice(0, index);
      const keeper = keeperOf(above, parts, tenants);
      return keeper ? [{ collection: above, home: keeper.role.home ?? "", idParameter, isGiven: keeper.isGiven }] : [];
    })
    .at(-1);
  return {
    ...(parent && { parent }),
    isParent: parts.some(({ role }) => anonymous(role.collection).startsWith(below)),
  };
}

/** What reads the items of a collection, where something puts them there or takes them away. */
function keeperOf(
  collection: string,
  parts: readonly Part[],
  tenants: ReadonlySet<string>,
): (Part & { readonly isGiven: boolean }) | undefined {
  const own = anonymous(collection);
  const its = parts.filter(({ role }) => anonymous(role.collection) === own);
  const isGiven = !its.some(canAdd) || tenants.has(own);
  if (isGiven && !its.some(({ role }) => role.kind === "delete")) return undefined;
  const reader = its.find(
    ({ operation: { method, path }, role: { kind, part } }) =>
      method === "GET" && kind === "read" && part === undefined && anonymous(canonical(path)) === `${own}/{}`,
  );
  return reader && { ...reader, isGiven };
}

/** What needs no item of its own, and so would be there whatever is above it. */
function isFounding(part: Part): boolean {
  return ["list", "create", "singleton"].includes(part.role.kind) || (part.role.kind === "replace" && canAdd(part));
}

/** Nothing is below an item that is not there. */
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
    const isThere = isMade || (parent.isGiven && !(await call.store.read(deletedAt(address))));
    return isThere ? handler(call) : notFound(role, id);
  };
}

/** What is below an item goes with it. */
export async function forgetBelow({ lineage }: ResourceContext, { store }: Call, gone: Address): Promise<void> {
  if (lineage.isParent) await store.forgetBelow(gone.organization, `${gone.collection}/${encode(gone.id)}`);
}
