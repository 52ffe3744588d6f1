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
  return role.kind === "transition" && isRestoring(lastWord(operation));
}

/** The deleted items of a collection that another operation restores. They count as state of the organization. */
export interface Bin {
  keep(call: Call, address: Address, item: Stored): Promise<void>;
  find(call: Call, address: Address): Awaitable<Stored | undefined>;
  forget(call: Call, address: Address): Promise<void>;
}

/** Keeps what is deleted, if one of the operations of a collection restores items. Other collections forget it. */
export function createBin(siblings: readonly Restoring[]): Bin | undefined {
  if (!siblings.some(restoresItems)) return undefined;
  return {
    keep: async ({ store }, address, item) => void (await store.change(placeOf(address), () => item)),
    find: ({ store }, address) => store.read(placeOf(address)),
    forget: async ({ store }, address) => void (await store.change(placeOf(address), () => null)),
  };
}

function placeOf({ collection, ...address }: Address): Address {
  return { ...address, collection: `/_concord/bin${collection}` };
}

function lastWord({ path }: Operation): string {
  return path.split(/[/:]/).findLast((part) => part !== "" && !part.startsWith("{")) ?? "";
}
