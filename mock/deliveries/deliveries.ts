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
  let happened = 0;
  let noticed = -Infinity;

  return {
    list(query = {}) {
      checkQuery(query);
      return log.entries(query).map(shown);
    },
    get(id) {
      const delivery = log.get(id);
      return delivery && shown(delivery);
    },
    async redeliver(id) {
      const delivery = log.get(id);
      if (!delivery) throw new RangeError(`Cannot redeliver "${id}": there is no such delivery, or it was forgotten`);
      if (!(await webhookOf({ organization, store }, delivery.webhook))) return false;
      // It may have changed meanwhile.
      const current = log.get(id) ?? delivery;
      if (current.status === "pending") runs.hasten(id);
      else runs.begin(again(current));
      return true;
    },
    async settled(options = {}) {
      checkSettling(options);
      await runs.settled(options);
    },
    tell({ id, name, time, payload, schema, hops = 0 }, webhooks, once = (begin) => begin()) {
      const origin = `${seed} ${organization}`;
      happened++;
      const eventId = id ?? `evt_${seededHex(`event ${origin} ${time} ${happened}`, 12)}`;
      // After a restore, an event can have the id of an earlier one.
      const message = `msg_${seededHex(`message ${origin} ${eventId} ${happened}`, 24)}`;
      const event: PlatformEvent = { id: eventId, name, time, organization, payload };
      const isLoop = hops >= MAX_HOPS;
      const cause = `was caused by ${hops} deliveries in a row`;
      if (isLoop) notify(`deliveries of "${name}" to ${webhooks.length} of its webhooks were not sent; it ${cause}`);
      return webhooks.map((webhook) => {
        const effects = faults.deliveries?.affect({ event: name, webhook });
        const altered = effects?.alter({ body: { ...event }, schema });
        const delivery: Delivery = {
          id: `dlv_${seededHex(`delivery ${message} ${webhook}`, 12)}`,
          message,
          webhook,
          event: altered ? (altered.body as unknown as PlatformEvent) : event,
          ...(hops > 0 && { hops: hops + 1 }),
          ...(altered && altered.faults.length > 0 && { faults: altered.faults }),
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

  function notify(what: string): void {
    const now = clock.now();
    if (now - noticed < NOTICE_INTERVAL) return;
    noticed = now;
    settings.notice?.(`Stopped a loop of deliveries in the organization "${organization}": ${what}\n`);
  }
}

/** A delivery for the log, with the secrets in its payload masked. */
function shown(delivery: Delivery): Delivery {
  const { event } = delivery;
  return { ...delivery, event: { ...event, payload: maskValue(event.payload, undefined) as JsonObject } };
}

/** The delivery as a pending one, without its result. */
function again({ reason: _reason, nextAttempt: _next, ...delivery }: Delivery): Delivery {
  return { ...delivery, status: "pending" };
}
