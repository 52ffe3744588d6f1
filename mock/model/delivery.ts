import type { JsonObject } from "../../contracts/index.ts";

/** Event, as the body of a delivery. */
export interface PlatformEvent {
  readonly id: string;
  /** The event type, such as "entity.created". */
  readonly name: string;
  /** Time of the event (RFC 3339). */
  readonly time: string;
  readonly organization: string;
  readonly payload: JsonObject;
}

type DeliveryStatus = "pending" | "delivered" | "failed";

/** One request to an endpoint, without its secrets. */
export interface Attempt {
  /** Time of signing and sending, by the organization's clock (RFC 3339). */
  readonly time: string;
  /** Ids of the faults that delayed, forged, copied or changed it. */
  readonly faults?: readonly string[];
  /** Request headers; credentials are masked. */
  readonly headers: Readonly<Record<string, string>>;
  /** Response of the endpoint, with the beginning of its body. */
  readonly response?: { readonly status: number; readonly text: string };
  /** Reason for a missing response. */
  readonly error?: string;
}

/** One message to one endpoint. */
export interface Delivery {
  readonly id: string;
  /** The webhook-id: the same in each attempt, and for all webhooks that receive the event. */
  readonly message: string;
  /** The id of the webhook. */
  readonly webhook: string;
  /** Body as it is sent. In logs and in the control API, secrets of the payload are masked. */
  readonly event: PlatformEvent;
  /** Position in a chain of deliveries in which each caused the next. Undefined for the first one. */
  readonly hops?: number;
  /** Ids of the faults that changed the body. */
  readonly faults?: readonly string[];
  readonly status: DeliveryStatus;
  readonly attempts: readonly Attempt[];
  /** Latest time of the next attempt, by the organization's clock (RFC 3339). Undefined if none is planned. */
  readonly nextAttempt?: string;
  /** Reason of a failure that the last attempt does not explain. */
  readonly reason?: string;
}

/** Options of `settled()`. */
export interface SettleOptions {
  /**
   * Also sends messages that faults hold back: delayed messages, messages that wait to be reordered, and later copies.
   * Default: false.
   */
  readonly held?: boolean;
}

/** Filter for deliveries. A member that is not set matches all. */
export interface DeliveryQuery {
  /** The event type. */
  readonly event?: string;
  /** The id of the webhook. */
  readonly webhook?: string;
  readonly status?: DeliveryStatus;
  /** Maximum number of deliveries. The latest ones are returned. */
  readonly limit?: number;
}
