import type { JsonObject } from "../../contracts/index.ts";
import { seededHex } from "../../contracts/values/index.ts";
import { timeOf } from "../clock.ts";
import { type AttemptSettings, createAttempts } from "./attempt.ts";
import { type Errand, createCourier } from "./courier.ts";
import type { Delivery, DeliveryQuery, PlatformEvent } from "./delivery.ts";
import { createLog } from "./log.ts";
import { waitAfter } from "./retry.ts";

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

export type DeliverySettings = AttemptSettings;

export function createDeliveries(settings: DeliverySettings): Deliveries {
  const { organization, clock, seed } = settings;
  const log = createLog();
  const courier = createCourier(clock);
  const attempt = createAttempts(settings);
  let happened = 0;

  return {
    list: (query) => log.entries(query),
    get: (id) => log.get(id),
    redeliver(id) {
      const delivery = log.get(id);
      if (!delivery) return false;
      if (delivery.status !== "pending") {
        log.put(without(delivery));
        courier.add(errandOf(delivery, clock.now(), 1));
      } else courier.hasten(id);
      return true;
    },
    settled: () => courier.settled(),
    tell({ id, name, time, payload }, webhooks) {
      const origin = `${seed} ${organization}`;
      const eventId = id ?? `evt_${seededHex(`event ${origin} ${time} ${++happened}`, 12)}`;
      const message = `msg_${seededHex(`message ${origin} ${eventId}`, 24)}`;
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
        log.put(delivery);
        courier.add(errandOf(delivery, clock.now(), 1));
        return delivery.id;
      });
    },
    close: () => courier.close(),
  };

  function errandOf({ id, webhook }: Delivery, due: number, round: number): Errand {
    return {
      id,
      lane: webhook,
      due,
      async run(since) {
        const delivery = log.get(id) as Delivery;
        const started = clock.now();
        const { outcome, attempt: made, reason } = await attempt(delivery).catch(faulty);
        const attempts = made ? [...delivery.attempts, made] : delivery.attempts;
        const wait = outcome === "again" ? waitAfter(round) : undefined;
        if (wait === undefined) {
          const status = outcome === "delivered" ? "delivered" : "failed";
          log.put({ ...without(delivery), status, attempts, ...(reason !== undefined && { reason }) });
          return undefined;
        }
        // Time that the clock was moved by has passed: what would have been tried in it is tried at once.
        const next = since + (clock.now() - started) + wait;
        log.put({ ...delivery, attempts, nextAttempt: timeOf(next) });
        return errandOf(delivery, next, round + 1);
      },
    };
  }
}

/** A delivery that is pending again, as it was before anything came of it. */
function without({ reason: _reason, nextAttempt: _next, ...delivery }: Delivery): Delivery {
  return { ...delivery, status: "pending" };
}

/** A fault of the mock's own is told where the attempt would be. */
function faulty(error: unknown): { outcome: "never"; attempt?: undefined; reason: string } {
  return { outcome: "never", reason: `The mock failed: ${String(error)}` };
}
