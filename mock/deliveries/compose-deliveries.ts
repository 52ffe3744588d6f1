import { seededHex } from "../../contracts/generate/index.ts";
import type { DeliveryEffects, FaultController } from "../faults/index.ts";
import type { Clock } from "../model/clock.ts";
import type { Delivery, PlatformEvent } from "../model/delivery.ts";
import { MAX_HOPS } from "../model/hops.ts";
import type { EventToDeliver } from "../model/organization-deliveries.ts";

interface ComposeSettings {
  readonly organization: string;
  readonly seed: string;
  readonly faults: Pick<FaultController, "deliveries">;
}

interface ComposedEvent {
  readonly event: EventToDeliver;
  readonly webhooks: readonly string[];
  /** Ordinal of the event in its organization, from 1. */
  readonly count: number;
}

/** A delivery that was not sent yet, and the effects of the faults on it. */
export interface ComposedDelivery {
  readonly delivery: Delivery;
  readonly effects: DeliveryEffects | undefined;
}

/** Makes a delivery of an event for each webhook. Those of a loop have failed already. */
export function composeDeliveries(
  { organization, seed, faults }: ComposeSettings,
  { event: { id, name, time, payload, schema, hops = 0 }, webhooks, count }: ComposedEvent,
): readonly ComposedDelivery[] {
  const origin = `${seed} ${organization}`;
  const eventId = id ?? `evt_${seededHex(`event ${origin} ${time} ${count}`, 12)}`;
  // After a restore, an event can have the id of an earlier one.
  const message = `msg_${seededHex(`message ${origin} ${eventId} ${count}`, 24)}`;
  const event: PlatformEvent = { id: eventId, name, time, organization, payload };
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
    if (hops < MAX_HOPS) return { delivery, effects };
    return {
      delivery: { ...delivery, status: "failed", reason: `Stopped as a loop: it ${describeCause(hops)}` },
      effects,
    };
  });
}

interface LoopNoticeSettings {
  readonly organization: string;
  readonly clock: Pick<Clock, "now">;
  /** Receives notices of loops that were stopped. */
  readonly notice?: ((text: string) => void) | undefined;
}

/** Minimum time between two notices, in milliseconds: one loop stops many deliveries. */
const NOTICE_INTERVAL = 60_000;

/** Creates a function that reports an event whose deliveries were stopped as a loop. */
export function createLoopNotices({ organization, clock, notice }: LoopNoticeSettings) {
  let lastNotice = -Infinity;
  return ({ name, hops = 0 }: EventToDeliver, webhooks: readonly string[]): void => {
    const now = clock.now();
    if (hops < MAX_HOPS || now - lastNotice < NOTICE_INTERVAL) return;
    lastNotice = now;
    notice?.(
      `Stopped a loop of deliveries in the organization "${organization}": deliveries of "${name}" to ${webhooks.length} of its webhooks were not sent; it ${describeCause(hops)}\n`,
    );
  };
}

function describeCause(hops: number): string {
  return `was caused by ${hops} deliveries in a row`;
}
