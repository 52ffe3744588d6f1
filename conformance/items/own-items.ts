import type { Exchange, Identity } from "../model/exchange.ts";
import { decodeSegment } from "../../contracts/index.ts";
import { deletionAt, pathsUpFrom, placeOf, readingAt } from "./places.ts";
import { type TrackedItem, markDeleted, maxRemovalRequests, showsItem } from "./removal.ts";
import type { SentRequest } from "./sent-request.ts";

/** How sure it is that a request has created an item. */
export type Certainty = Pick<TrackedItem, "isUncertain" | "isPossible">;

/** Items that a run has created, by place. A deleted one is kept, because its deletion may have had no effect. */
export function createOwnItems() {
  const items = new Map<string, TrackedItem>();
  const all = (): readonly TrackedItem[] => [...items.values()];
  return {
    add,
    /** Registers a change, which may have given the item another path. A deleted item exists again. */
    move(api: string, path: string, shown: string, sent: SentRequest): void {
      const item = find(api, path, sent.as);
      if (!item) return;
      item.isDeleted = false;
      if (shown === item.path) return;
      items.delete(placeOf(api, path, item.as));
      add(shown, { ...sent, as: item.as });
    },
    isOwn,
    /** True for the path of an own item, and for every path below it. */
    isAtOrBelow: (api: string, path: string, as: Identity | undefined): boolean =>
      pathsUpFrom(path).some((each) => isOwn(api, each, as)),
    /** Registers a successful read. Returns false if the path has no own item. */
    recordRead(api: string, path: string, exchange: Exchange): boolean {
      const item = find(api, path, exchange.as);
      if (item && showsItem(exchange)) item.isDeleted = false;
      return item !== undefined;
    },
    /** Registers a successful deletion. Returns false if the path has no own item. */
    recordDeleted(api: string, path: string, as: Identity | undefined): boolean {
      const item = items.get(placeOf(api, path, as));
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
    all,
    alive: () => all().filter(({ isDeleted }) => !isDeleted),
    maxRequests: () => maxRemovalRequests(all()),
    clear: () => items.clear(),
  };

  function add(path: string, { operation, contract, as }: SentRequest, certainty: Certainty = {}): void {
    const place = placeOf(operation.api, path, as);
    const [removal, reading] = [deletionAt(contract, path), readingAt(contract, path)];
    // The latest comes last, because it is removed first.
    items.delete(place);
    const { api, name } = operation;
    items.set(place, { api, contract, operation: name, path, isDeleted: false, ...certainty, removal, reading, as });
  }

  function isOwn(api: string, path: string, as: Identity | undefined): boolean {
    return find(api, path, as) !== undefined;
  }

  /** Item at a path, of the sender or of the usual identity. */
  function find(api: string, path: string, as: Identity | undefined): TrackedItem | undefined {
    return items.get(placeOf(api, path, as)) ?? items.get(placeOf(api, path, undefined));
  }
}
