import type { JsonObject } from "../../contracts/index.ts";
import type { Delivery, DeliveryQuery, SettleOptions } from "./delivery.ts";

/** Event to deliver. */
export interface EventToDeliver {
  /** Default: a generated id. */
  readonly id?: string;
  readonly name: string;
  /** Time of the event (RFC 3339). */
  readonly time: string;
  readonly payload: JsonObject;
  /** Schema of the payload, if the event catalog has one. */
  readonly schema?: JsonObject | undefined;
  /** Length of the chain of deliveries that caused the event. Default: 0. */
  readonly hops?: number;
}

/** Records of deliveries, past and pending. */
export interface DeliveryRecords {
  /**
   * Deliveries that match the query, the earliest first. Finished deliveries are forgotten after a while, pending ones never.
   * @throws RangeError if the query is invalid.
   */
  list(query?: DeliveryQuery): readonly Delivery[];
  get(id: string): Delivery | undefined;
}

/** Deliveries to the webhooks of an organization, past and pending. */
export interface OrganizationDeliveries extends DeliveryRecords {
  /**
   * Reads the deliveries of all processes that share the state, as they are now. With state in PostgreSQL, call it
   * before `list` and `get`: `(await deliveries.complete()).list()`.
   */
  complete(): Promise<DeliveryRecords>;
  /**
   * Sends a message again, with the same id and a new timestamp. Faults do not delay, forge or copy it.
   * A pending delivery is sent now. A finished delivery becomes pending again, with the full number of retries.
   * A delivery that is being sent right now is not sent twice.
   * Returns false, and changes nothing, if the webhook no longer exists.
   * @throws RangeError if no delivery has this id.
   */
  redeliver(id: string): Promise<boolean>;
  /** Resolves when all due messages are sent and answered. Does not wait for later retries. */
  settled(options?: SettleOptions): Promise<void>;
}
