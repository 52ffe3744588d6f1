import type { Awaitable } from "../model/awaitable.ts";
import type { EventToDeliver, OrganizationDeliveries } from "../model/organization-deliveries.ts";
import type { Store } from "../state/store.ts";

/** Deliveries of an organization, as the engine uses them. */
export interface Deliveries extends OrganizationDeliveries {
  /**
   * Queues an event for delivery to webhooks. Returns the ids of the deliveries.
   * @param unit store of the unit of changes with which the deliveries are kept, or discarded. Default: they are kept.
   */
  deliver(
    event: EventToDeliver,
    webhooks: readonly string[],
    unit?: Pick<Store, "afterCommit" | "sql">,
  ): Awaitable<readonly string[]>;
  /** True if deliveries of this process wait for an attempt, which would be lost with it. */
  readonly hasPending: boolean;
  /** Drops all pending deliveries of this process. */
  close(): void;
}
