import { type Wait, millisecondsOf, needed, wait, waitIn } from "../parameters.ts";
import type { DeliveryFault } from "../fault.ts";

export interface DelayDeliveries {
  readonly id: "delay-deliveries";
  /** Delay of each message, or a range from which the seed selects one. */
  readonly milliseconds: Wait;
}

/** Delays each message on its own, so that a later message can arrive first. */
export const delayDeliveries: DeliveryFault<DelayDeliveries> = {
  id: "delay-deliveries",
  affects: "deliveries",
  usage: [
    "delay-deliveries=5000, delay-deliveries=0-9000",
    "webhooks are told so many milliseconds later, or some in that range",
  ],
  parameters: { milliseconds: needed(wait) },
  read(text) {
    const milliseconds = waitIn(text);
    return milliseconds === undefined ? undefined : { milliseconds };
  },
  hold: ({ setting: { milliseconds }, chance }) => ({ milliseconds: millisecondsOf(milliseconds, chance("delay")) }),
};
