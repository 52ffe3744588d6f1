import type { JsonObject } from "../../contracts/index.ts";
import type { Delivery, DeliveryQuery, SettleOptions } from "./delivery.ts";

/** Something that happened. */
interface Happening {
  /** One is made if not said. */
  readonly id?: string;
  readonly name: string;
  /** RFC 3339. */
  readonly time: string;
  readonly payload: JsonObject;
  /** The schema of the payload, where the catalog has one. */
  readonly schema?: JsonObject | undefined;
  /** Number of deliveries in a row that caused it; none if not set. */
  readonly hops?: number;
}

/** What the webhooks of an organization were told, and are to be told. */
export interface OrganizationDeliveries {
  /**
   * The deliveries that are meant, the earliest first: all that are pending, and the latest of the others.
   * @throws RangeError where the query says what no delivery has.
   */
  list(query?: DeliveryQuery): readonly Delivery[];
  get(id: string): Delivery | undefined;
  /**
   * Sends the same message again, under the same id and with a new timestamp, whatever came of it before. Faults
   * neither hold nor forge nor copy it. One that waits for its next attempt, or is held back, is sent now. One that has come to an end
   * begins anew: it is pending, and where it fails it is tried as often as the first time. One that is on its way
   * just now is not sent twice. False where its webhook is gone: then it stays what it was.
   * @throws RangeError where there is no delivery of that id, or it was forgotten.
   */
  redeliver(id: string): Promise<boolean>;
  /** Resolves when all that is due was sent and answered; retries of a later time are not waited for. */
  settled(options?: SettleOptions): Promise<void>;
}

export interface Deliveries extends OrganizationDeliveries {
  /**
   * Tells webhooks of something that happened, soon; answers the ids of the deliveries.
   * @param once runs what begins them once what happened is stored; they begin at once if not said.
   */
  tell(happening: Happening, webhooks: readonly string[], once?: (begin: () => void) => void): readonly string[];
  /** Drops what was not delivered yet. */
  close(): void;
}
