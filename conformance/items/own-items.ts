import type { Identity } from "../model/identity.ts";
import type { Exchange } from "../model/exchange.ts";
import { deletionAt, pathsUpFrom, placeOf, readingAt } from "./places.ts";
import { type TrackedItem, markDeleted, maxRemovalRequests, showsItem } from "./removal.ts";
import type { SentRequest } from "./sent-request.ts";

/** How sure it is that a request has created an item. */
export type Certainty = Pick<TrackedItem, "isUncertain" | "isPossible">;

/** Items that a run has created, by place. A deleted one is kept, because its deletion may have had no effect. */
export interface OwnItems {
  add(path: string, sent: SentRequest, certainty?: Certainty): void;
  /** Registers a change, which may have given the item another path. A deleted item exists again. */
  move(api: string, path: string, shown: string, sent: SentRequest): void;
  isOwn(api: string, path: string, as: Identity | undefined): boolean;
  /** True for the path of an own item, and for every path below it. */
  isAtOrBelow(api: string, path: string, as: Identity | undefined): boolean;
  /** Registers a successful read. Returns false if the path has no own item. */
  recordRead(api: string, path: string, exchange: Exchange): boolean;
  recordListed(api: string, path: string, as: Identity | undefined): boolean;
  /** Registers a successful deletion. Returns false if the path has no own item. */
  recordDeleted(api: string, path: string, as: Identity | undefined): boolean;
  all(): readonly TrackedItem[];
  alive(): readonly TrackedItem[];
  maxRequests(): number;
  clear(): void;
}

export function createOwnItems(): OwnItems {
  const items = new Map<string, TrackedItem>();
  const all = (): readonly TrackedItem[] => [...items.values()];
  return {
    add,
    move(api, path, shown, sent) {
      const place = [placeOf(api, path, sent.as), placeOf(api, path, undefined)].find((each) => items.has(each));
      const item = place === undefined ? undefined : items.get(place);
      if (!item || place === undefined) return;
      item.isDeleted = false;
      if (shown === item.path) return;
      items.delete(place);
      add(shown, { ...sent, as: item.as });
    },
    isOwn: (api, path, as) => find(api, path, as) !== undefined,
    isAtOrBelow: (api, path, as) => pathsUpFrom(path).some((each) => find(api, each, as) !== undefined),
    recordRead(api, path, exchange) {
      const item = find(api, path, exchange.as);
      if (item && showsItem(exchange)) item.isDeleted = false;
      return item !== undefined;
    },
    recordListed: (api, path, as) => find(api, path, as) !== undefined,
    recordDeleted(api, path, as) {
      const item = items.get(placeOf(api, path, as));
      if (item) markDeleted(item, items.values());
      return item !== undefined;
    },
    all,
    alive: () => all().filter(({ isDeleted }) => !isDeleted),
    maxRequests: () => maxRemovalRequests(all()),
    clear: () => items.clear(),
  };

  function add(path: string, { operation, contract, as }: SentRequest, certainty: Certainty = {}): void {
    const place = placeOf(operation.api, path, as);
    const removal = deletionAt(contract, path);
    const reading = readingAt(contract, path);
    // The latest comes last, because it is removed first.
    items.delete(place);
    items.set(place, {
      api: operation.api,
      operation: operation.name,
      path,
      isDeleted: false,
      ...certainty,
      ...(removal && { removal }),
      ...(reading && { reading }),
      ...(as && { as }),
    });
  }

  /** Item at a path, of the sender or of the usual identity. */
  function find(api: string, path: string, as: Identity | undefined): TrackedItem | undefined {
    return items.get(placeOf(api, path, as)) ?? items.get(placeOf(api, path, undefined));
  }
}
