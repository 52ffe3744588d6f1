import { type Operation, isRestoring } from "../../../contracts/index.ts";
import type { Call } from "../../calls/call.ts";
import type { Awaitable } from "../../model/awaitable.ts";
import type { Stored } from "../../state/stored.ts";
import type { Address } from "../../state/store.ts";
import type { StoredRole } from "../stored-role.ts";

interface Restoring {
  readonly operation: Operation;
  readonly role: StoredRole;
}

/** True for an operation that brings a deleted item back: "/orders/{id}/restore" or "/orders/undelete/{id}". */
export function restoresItems({ operation, role }: Restoring): boolean {
  return role.kind === "transition" && isRestoring(findLastWord(operation));
}

/** Deleted items of a collection that other operations restore or still show. They count as state of the organization. */
export interface Bin {
  /** Keeps an item as it was before its deletion, and as it is shown since then, if it is. */
  keep(call: Call, address: Address, item: Stored, shown?: Stored): Promise<void>;
  find(call: Call, address: Address): Awaitable<Stored | undefined>;
  findShown(call: Call, address: Address): Awaitable<Stored | undefined>;
  forget(call: Call, address: Address): Promise<void>;
}

/** Keeps what is deleted, if operations of a collection restore or delete items. */
export function createBin(siblings: readonly Restoring[]): Bin | undefined {
  const isRestorable = siblings.some(restoresItems);
  if (!isRestorable && !siblings.some(({ role }) => role.kind === "delete")) return undefined;
  return {
    async keep({ store }, address, item, shown) {
      if (isRestorable) await store.change(toRestorable(address), () => item);
      if (shown) await store.change(toShownPlace(address), () => shown);
    },
    find: ({ store }, address) => store.read(toRestorable(address)),
    findShown: ({ store }, address) => store.read(toShownPlace(address)),
    async forget({ store }, address) {
      await store.change(toRestorable(address), () => null);
      await store.change(toShownPlace(address), () => null);
    },
  };
}

/** Beginnings of the collections of deleted items: of those that can be restored, and of those that can still be read. */
const placesOfDeleted = ["/_concord/bin", "/_concord/kept"] as const;
const [placeOfRestorable, placeOfShown] = placesOfDeleted;

/** Collection of the deleted items of another one that can still be read. */
export function keptItems(collection: string): string {
  return placeOfShown + collection;
}

function toShownPlace({ collection, ...address }: Address): Address {
  return { ...address, collection: keptItems(collection) };
}

function toRestorable({ collection, ...address }: Address): Address {
  return { ...address, collection: placeOfRestorable + collection };
}

function findLastWord({ path }: Operation): string {
  return path.split(/[/:]/).findLast((part) => part !== "" && !part.startsWith("{")) ?? "";
}
