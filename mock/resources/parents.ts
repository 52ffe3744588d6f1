import { anonymous, canonical, encode } from "../../contracts/index.ts";
import type { Call, Handler } from "../call.ts";
import type { Address } from "../state/store.ts";
import { type Part, type ResourceContext, canAdd, collectionOf, notFound } from "./resource.ts";

/** What collections have to do with those above and below them in the paths of a contract. */
export interface Lineage {
  /** The collection of the item that this one is below of, and the parameter that names that item. */
  readonly parent?: { readonly collection: string; readonly home: string; readonly idParameter: string };
  /** Whether anything is below the items of this one. */
  readonly isParent: boolean;
}

/**
 * Where a collection stands among those of its contract. An item counts as a parent where it can be read at its own
 * path, and put there by the same contract: of others nobody knows whether they are there.
 */
export function lineageOf({ operation, role: { collection } }: Part, parts: readonly Part[]): Lineage {
  const below = `${anonymous(collection)}/{}/`;
  const named = new Set(operation.parameters.filter(({ in: place }) => place === "path").map(({ name }) => name));
  const parent = [...collection.matchAll(/\/\{([^{}]+)\}(?=\/)/g)]
    .filter(({ 1: idParameter = "" }) => named.has(idParameter))
    .flatMap(({ index, 1: idParameter = "" }) => {
      const above = collection.slice(0, index);
      const keeper = keeperOf(above, parts);
      return keeper ? [{ collection: above, home: keeper.role.home ?? "", idParameter }] : [];
    })
    .at(-1);
  return {
    ...(parent && { parent }),
    isParent: parts.some(({ role }) => anonymous(role.collection).startsWith(below)),
  };
}

/** What reads the items of a collection, where something puts them there. */
function keeperOf(collection: string, parts: readonly Part[]): Part | undefined {
  const own = anonymous(collection);
  const its = parts.filter(({ role }) => anonymous(role.collection) === own);
  if (!its.some(canAdd)) return undefined;
  return its.find(
    ({ operation: { method, path }, role: { kind, part } }) =>
      method === "GET" && kind === "read" && part === undefined && anonymous(canonical(path)) === `${own}/{}`,
  );
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
    const above = await call.store.read({ organization, collection: collection(call), id });
    return above ? handler(call) : notFound(role, id);
  };
}

/** What is below an item goes with it. */
export async function forgetBelow({ lineage }: ResourceContext, { store }: Call, gone: Address): Promise<void> {
  if (lineage.isParent) await store.forgetBelow(gone.organization, `${gone.collection}/${encode(gone.id)}`);
}
