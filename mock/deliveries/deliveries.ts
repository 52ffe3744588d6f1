import type { Deliveries } from "../model/organization-deliveries.ts";
import type { JsonObject } from "../../contracts/index.ts";
import { maskValue } from "../../contracts/secrets/index.ts";
import { seededHex } from "../../contracts/generate/index.ts";
import type { FaultController } from "../faults/index.ts";
import { type AttemptSettings, createAttempts } from "./attempt.ts";
import { MAX_HOPS } from "../model/hops.ts";
import type { Delivery, PlatformEvent } from "../model/delivery.ts";
import { createDeliveryRuns } from "./delivery-runs.ts";
import { createLog } from "./log.ts";
import { checkQuery, checkSettling } from "./query.ts";
import { webhookOf } from "./webhooks.ts";

export interface DeliverySettings extends AttemptSettings {
  /** Faults of the organization. */
  readonly faults: Pick<FaultController, "deliveries">;
  /** Number of finished deliveries that the log keeps. */
  readonly limit: number;
  /** Receives notices of loops that were stopped. */
  readonly notice?: ((text: string) => void) | undefined;
}

/** Minimum time between two notices, in milliseconds: one loop stops many deliveries. */
const NOTICE_INTERVAL = 60_000;

export function createDeliveries(settings: DeliverySettings): Deliveries {
  const { organization, clock, seed, store, faults, limit } = settings;
  const log = createLog(limit);
  const runs = createDeliveryRuns({ clock, log, attempt: createAttempts(settings) });
  let eventCount = 0;
  let lastNotice = -Infinity;

  return {
    list(query = {}) {
      checkQuery(query);
      return log.entries(query).map(maskedDelivery);
    },
    get(id) {
      const delivery = log.get(id);
      return delivery && maskedDelivery(delivery);
    },
    async redeliver(id) {
      const delivery = log.get(id);
      if (!delivery) throw new RangeError(`Cannot redeliver "${id}": there is no such delivery, or it was forgotten`);
      if (!(await webhookOf({ organization, store }, delivery.webhook))) return false;
      // The delivery may have changed during the lookup of its webhook.
      const current = log.get(id) ?? delivery;
      if (current.status === "pending") runs.runNow(id);
      else runs.begin(asPending(current));
      return true;
    },
    async settled(options = {}) {
      checkSettling(options);
      await runs.settled(options);
    },
    deliver({ id, name, time, payload, schema, hops = 0 }, webhooks, once = (begin) => begin()) {
      const origin = `${seed} ${organization}`;
      eventCount++;
      const eventId = id ?? `evt_${seededHex(`event ${origin} ${time} ${eventCount}`, 12)}`;
      // After a restore, an event can have the id of an earlier one.
      const message = `msg_${seededHex(`message ${origin} ${eventId} ${eventCount}`, 24)}`;
      const event: PlatformEvent = { id: eventId, name, time, organization, payload };
      const isLoop = hops >= MAX_HOPS;
      const cause = `was caused by ${hops} deliveries in a row`;
      if (isLoop) notify(`deliveries of "${name}" to ${webhooks.length} of its webhooks were not sent; it ${cause}`);
      return webhooks.map((webhook) => {
        const effects = faults.deliveries?.affect({ event: name, webhook });
        const alteredEvent = effects?.alter({ body: { ...event }, schema });
        const delivery: Delivery = {
          id: `dlv_${seededHex(`delivery ${message} ${webhook}`, 12)}`,
          message,
          webhook,
          event: alteredEvent ? (alteredEvent.body as unknown as PlatformEvent) : event,
          ...(hops > 0 && { hops: hops + 1 }),
          ...(alteredEvent && alteredEvent.faults.length > 0 && { faults: alteredEvent.faults }),
          status: "pending",
          attempts: [],
        };
        if (isLoop) log.put({ ...delivery, status: "failed", reason: `Stopped as a loop: it ${cause}` });
        else once(() => runs.begin(delivery, effects));
        return delivery.id;
      });
    },
    close: () => runs.close(),
  };

  function notify(text: string): void {
    const now = clock.now();
    if (now - lastNotice < NOTICE_INTERVAL) return;
    lastNotice = now;
    settings.notice?.(`Stopped a loop of deliveries in the organization "${organization}": ${text}\n`);
  }
}

/** A delivery for the log, with the secrets in its payload masked. */
function maskedDelivery(delivery: Delivery): Delivery {
  const { event } = delivery;
  return { ...delivery, event: { ...event, payload: maskValue(event.payload, undefined) as JsonObject } };
}

/** The delivery as a pending one, without its result. */
function asPending({ reason: _reason, nextAttempt: _next, ...delivery }: Delivery): Delivery {
  return { ...delivery, status: "pending" };
}
