import type { JsonObject } from "../../contracts/index.ts";
import { seededHex } from "../../contracts/values/index.ts";
import type { Station } from "../weather/index.ts";
import { type AttemptSettings, createAttempts } from "./attempt.ts";
import type { Delivery, DeliveryQuery, PlatformEvent } from "./delivery.ts";
import { createJourneys } from "./journeys.ts";
import { createLog } from "./log.ts";

/** What the webhooks of an organization were told, and are to be told. */
export interface OrganizationDeliveries {
  /** The deliveries that are meant, the earliest first: all that are pending, and the latest of the others. */
  list(query?: DeliveryQuery): readonly Delivery[];
  get(id: string): Delivery | undefined;
  /** Makes another attempt now, with the same message, whatever came of those before. False where there is none of that id. */
  redeliver(id: string): boolean;
  /** Resolves when all that is due was sent and answered; retries of a later time are not waited for. */
  settled(): Promise<void>;
}

/** Something that happened. */
interface Happening {
  /** One is made if not said. */
  readonly id?: string;
  readonly name: string;
  /** RFC 3339. */
  readonly time: string;
  readonly payload: JsonObject;
}

export interface Deliveries extends OrganizationDeliveries {
  /** Tells webhooks of something that happened, soon; answers the ids of the deliveries. */
  tell(happening: Happening, webhooks: readonly string[]): readonly string[];
  /** Drops what was not delivered yet. */
  close(): void;
}

export interface DeliverySettings extends AttemptSettings {
  /** What goes wrong for the organization on purpose. */
  readonly weather: Pick<Station, "deliverySky">;
  /** How many deliveries that came to an end are kept: the latest. */
  readonly limit: number;
}

export function createDeliveries(settings: DeliverySettings): Deliveries {
  const { organization, clock, seed, weather, limit } = settings;
  const log = createLog(limit);
  const journeys = createJourneys({ clock, log, attempt: createAttempts(settings) });
  let happened = 0;

  return {
    list: (query) => log.entries(query),
    get: (id) => log.get(id),
    redeliver(id) {
      const delivery = log.get(id);
      if (!delivery) return false;
      if (delivery.status === "pending") journeys.hasten(id);
      else journeys.begin(again(delivery));
      return true;
    },
    settled: () => journeys.settled(),
    tell({ id, name, time, payload }, webhooks) {
      const origin = `${seed} ${organization}`;
      happened++;
      const eventId = id ?? `evt_${seededHex(`event ${origin} ${time} ${happened}`, 12)}`;
      // Where state was restored, an event may have the id of one that happened before.
      const message = `msg_${seededHex(`message ${origin} ${eventId} ${happened}`, 24)}`;
      const event: PlatformEvent = { id: eventId, name, time, organization, payload };
      return webhooks.map((webhook) => {
        const delivery: Delivery = {
          id: `dlv_${seededHex(`delivery ${message} ${webhook}`, 12)}`,
          message,
          webhook,
          event,
          status: "pending",
          attempts: [],
        };
        journeys.begin(delivery, weather.deliverySky?.over({ event: name, webhook }));
        return delivery.id;
      });
    },
    close: () => journeys.close(),
  };
}

/** A delivery that is pending, as it was before anything came of it. */
function again({ reason: _reason, nextAttempt: _next, ...delivery }: Delivery): Delivery {
  return { ...delivery, status: "pending" };
}
