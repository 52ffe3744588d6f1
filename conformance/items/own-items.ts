import type { Exchange, Identity } from "../model/exchange.ts";
import { decodeSegment } from "../../contracts/index.ts";
import { resolveDeletion, pathsUpFrom, toPlaceKey, resolveReading } from "./places.ts";
import { type TrackedItem, markDeleted, maxRemovalRequests, showsLiveItem } from "./removal.ts";
import type { RequestToSend } from "./request-to-send.ts";

/** How sure it is that a request has created an item. */
export type Certainty = Pick<TrackedItem, "isUncertain" | "isPossible">;

/** Items that a run has created, by place. A deleted one is kept, because its deletion may have had no effect. */
export function createOwnItems() {
  const items = new Map<string, TrackedItem>();
  const listOwnItems = (): readonly TrackedItem[] => [...items.values()];
  return {
    add: addOwnItem,
    /** Registers a change, which may have given the item another path. A deleted item exists again. */
    move(api: string, path: string, shown: string, sent: RequestToSend): void {
      const item = findOwnItem(api, path, sent.as);
      if (!item) return;
      item.isDeleted = false;
      if (shown === item.path) return;
      items.delete(toPlaceKey(api, path, item.as));
      addOwnItem(shown, { ...sent, as: item.as });
    },
    isOwn: isOwnItem,
    /** True for the path of an own item, and for every path below it. */
    isAtOrBelow: (api: string, path: string, as: Identity | undefined): boolean =>
      pathsUpFrom(path).some((each) => isOwnItem(api, each, as)),
    /** Registers a successful read. Returns false if the path has no own item. */
    recordRead(api: string, path: string, exchange: Exchange): boolean {
      const item = findOwnItem(api, path, exchange.as);
      if (item && showsLiveItem(exchange)) item.isDeleted = false;
      return item !== undefined;
    },
    /** Registers a successful deletion. Returns false if the path has no own item. */
    recordDeleted(api: string, path: string, as: Identity | undefined): boolean {
      const item = items.get(toPlaceKey(api, path, as));
      if (item) markDeleted(item, items.values());
      return item !== undefined;
    },
    /** Key of the first item that the run has made in a collection, and not deleted. */
    keyIn(api: string, collection: string): string | undefined {
      for (const each of items.values()) {
        const above = each.path.slice(0, each.path.lastIndexOf("/"));
        if (each.api === api && above === collection && !each.isDeleted && !each.isPossible)
          return decodeSegment(each.path.slice(above.length + 1));
      }
      return undefined;
    },
    all: listOwnItems,
    alive: () => listOwnItems().filter(({ isDeleted }) => !isDeleted),
    maxRequests: () => maxRemovalRequests(listOwnItems()),
    clear: () => items.clear(),
  };

  function addOwnItem(path: string, { operation, contract, as }: RequestToSend, certainty: Certainty = {}): void {
    const place = toPlaceKey(operation.api, path, as);
    const [removal, reading] = [resolveDeletion(contract, path), resolveReading(contract, path)];
    // The latest comes last, because it is removed first.
    items.delete(place);
    const { api, name } = operation;
    items.set(place, { api, contract, operation: name, path, isDeleted: false, ...certainty, removal, reading, as });
  }

  function isOwnItem(api: string, path: string, as: Identity | undefined): boolean {
    return findOwnItem(api, path, as) !== undefined;
  }

  /** Item at a path, of the sender or of the usual identity. */
  function findOwnItem(api: string, path: string, as: Identity | undefined): TrackedItem | undefined {
    return items.get(toPlaceKey(api, path, as)) ?? items.get(toPlaceKey(api, path, undefined));
  }
}
