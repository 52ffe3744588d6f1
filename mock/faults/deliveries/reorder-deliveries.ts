import { duration, numberIn, whole } from "../parameters.ts";
import type { DeliveryFault } from "../fault.ts";

export interface ReorderDeliveries {
  readonly id: "reorder-deliveries";
  /** Number of messages to one endpoint that are reordered together. Default: 3. */
  readonly window?: number;
  /** Maximum delay of the first message of a window. Default: 1000. */
  readonly milliseconds?: number;
}

/** Holds messages until several wait for the same endpoint, and sends them in another order. */
export const reorderDeliveries: DeliveryFault<ReorderDeliveries> = {
  id: "reorder-deliveries",
  affects: "deliveries",
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
