import type { JsonObject } from "../../contracts/index.ts";

/** What a webhook is told: the body of a delivery. */
export interface PlatformEvent {
  readonly id: string;
  /** The event type, such as "entity.created". */
  readonly name: string;
  /** When it happened (RFC 3339). */
  readonly time: string;
  readonly organization: string;
  readonly payload: JsonObject;
}

type DeliveryStatus = "pending" | "delivered" | "failed";

/** One request to an endpoint, without its secrets. */
export interface Attempt {
  /** When it was signed and sent, by the organization's clock (RFC 3339). */
  readonly time: string;
  /** Ids of the faults that held, forged, copied or changed it. */
  readonly faults?: readonly string[];
  /** What it was sent with; credentials are masked. */
  readonly headers: Readonly<Record<string, string>>;
  /** What the endpoint answered, with the beginning of its body. */
  readonly response?: { readonly status: number; readonly text: string };
  /** Why there is no answer. */
  readonly error?: string;
}

/** One message to one endpoint. */
export interface Delivery {
  readonly id: string;
  /** The webhook-id: the same in each attempt, and for all webhooks that are told of the event. */
  readonly message: string;
  /** The id of the webhook. */
  readonly webhook: string;
  /** The body as it is sent; in what is told of deliveries, secrets of its payload are masked. */
  readonly event: PlatformEvent;
  /** Number of this delivery among those in a row of which each caused the next, where it is not the first. */
  readonly hops?: number;
  /** Ids of the faults that changed the body. */
  readonly faults?: readonly string[];
  readonly status: DeliveryStatus;
  readonly attempts: readonly Attempt[];
  /** When it is tried next, at the latest, by the organization's clock (RFC 3339), while it waits for that. */
  readonly nextAttempt?: string;
  /** Why it failed, where that was not for what the last attempt met. */
  readonly reason?: string;
}

/** How long is waited until deliveries are settled. */
export interface SettleOptions {
  /**
   * Also sends messages that faults hold: delayed messages, messages that wait to be reordered, and later copies.
   * Default: false.
   */
  readonly held?: boolean;
}

/** Which deliveries are meant; what is not said does not matter. */
export interface DeliveryQuery {
  /** The event type. */
  readonly event?: string;
  /** The id of the webhook. */
  readonly webhook?: string;
  readonly status?: DeliveryStatus;
  /** At most so many: the latest. */
  readonly limit?: number;
}
