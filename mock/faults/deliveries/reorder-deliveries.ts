import { duration, numberIn, whole } from "../parameters.ts";
import type { DeliveryWeather } from "../fault.ts";

export interface ReorderDeliveries {
  readonly id: "reorder-deliveries";
  /** How many messages to one endpoint are mixed; 3 if not said. */
  readonly window?: number;
  /** How long the first of them waits for the others at most; 1000 if not said. */
  readonly milliseconds?: number;
}

/** Holds messages back until there are some for the same endpoint, and lets them go in another order. */
export const reorderDeliveries: DeliveryWeather<ReorderDeliveries> = {
  id: "reorder-deliveries",
  strikes: "deliveries",
  usage: ["reorder-deliveries, reorder-deliveries=5", "three, or so many, messages to a webhook come in another order"],
  parameters: { window: whole(2), milliseconds: duration },
  read(text) {
    if (text === undefined) return {};
    const window = numberIn(text);
    return window === undefined ? undefined : { window };
  },
  hold: ({ setting: { window = 3, milliseconds = 1000 }, chance }) => ({
    milliseconds,
    window: { size: window, rank: chance("rank") },
  }),
};
