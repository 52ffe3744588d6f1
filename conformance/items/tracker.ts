import type { Contract, Operation } from "../../contracts/index.ts";
import type { Exchange, Identity, WireRequest } from "../model/exchange.ts";
import type { Leftover } from "./leftover.ts";
import type { OperationRequest } from "./places.ts";
import type { RemovalTools } from "./removal.ts";
import type { RequestToSend } from "./request-to-send.ts";
import type { ListItems, ListedItems, Listing } from "./listed-items.ts";

/**
 * Records what a run makes and changes on a live deployment, and undoes it. An item is the run's own if the response to
 * its creation shows its key, and nothing before showed that key.
 */
export interface Tracker {
  /** Registers a request in flight, which may create an item. The caller invokes the result when the request ends. */
  requestStarted(operation: Operation, as?: Identity): () => void;
  /** Reason not to send a request: it would delete or change for good what the run did not make. */
  reasonNotToSend(sent: RequestToSend): string | undefined;
  /** Request without the values that would change items that the run did not make, as far as they can be left out. */
  spareOthers(sent: RequestToSend): WireRequest;
  /**
   * Requests that read what a request may create, change or delete, if it is not known what is there: the item, and those
   * above it. The caller sends them before, and reports them with `recordBefore`.
   */
  readingsBefore(sent: RequestToSend): readonly OperationRequest[];
  /** Collections to list before a request: the one that it may create an item in, and all others before the first write. */
  listingsBefore(sent: RequestToSend): readonly Listing[];
  /** Registers that a collection was listed, with all of its items or some. Undefined if it cannot be listed. */
  recordListing(listing: Listing, listed: ListedItems | undefined): void;
  /** Registers the read before a change. */
  recordBefore(exchange: Exchange, operation: Operation, contract: Contract): void;
  /** Registers an exchange. The caller reports every one. */
  recordExchange(exchange: Exchange, operation: Operation, contract: Contract): void;
  /** Registers a request that was sent and got no response. */
  recordUnanswered(sent: RequestToSend): void;
  /** Changes settings back. Those of a target may affect each later request. */
  restoreSettings(tools: RemovalTools): Promise<void>;
  /** Undoes what the run made and changed. Returns what stays. */
  removeItems(removing: RemovalTools, list?: ListItems): Promise<readonly Leftover[]>;
  /** Descriptions of what was made or changed and not yet undone. */
  remainingItems(): readonly string[];
  /** Maximum number of requests to undo all, including those of requests in flight. */
  maxRemovalRequests(): number;
}

/** Tracker for a target that needs no removal. */
export const untracked: Tracker = {
  requestStarted: () => () => {},
  reasonNotToSend: () => undefined,
  spareOthers: ({ request }) => request,
  readingsBefore: () => [],
  listingsBefore: () => [],
  recordListing() {},
  recordBefore() {},
  recordExchange() {},
  recordUnanswered() {},
  restoreSettings: async () => {},
  removeItems: async () => [],
  remainingItems: () => [],
  maxRemovalRequests: () => 0,
};
