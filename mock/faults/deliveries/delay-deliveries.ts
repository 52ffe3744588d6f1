import { type Wait, millisecondsOf, needed, wait, waitIn } from "../parameters.ts";
import type { DeliveryWeather } from "../fault.ts";

export interface DelayDeliveries {
  readonly id: "delay-deliveries";
  /** How long each message is held back: so long, or from so long to so long, by the seed. */
  readonly milliseconds: Wait;
}

/** Holds messages back, each for itself: of two that wait for different times, the later may come first. */
export const delayDeliveries: DeliveryWeather<DelayDeliveries> = {
  id: "delay-deliveries",
  strikes: "deliveries",
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
