import { duration, numberIn, whole } from "../parameters.ts";
import type { DeliveryWeather } from "../fault.ts";

export interface DuplicateDeliveries {
  readonly id: "duplicate-deliveries";
  /** How often a message comes again; once if not said. */
  readonly copies?: number;
  /** How long after the one before, by the organization's clock; at once if not said. */
  readonly milliseconds?: number;
}

/** Delivers messages again that were delivered: with the same id, signed anew. */
export const duplicateDeliveries: DeliveryWeather<DuplicateDeliveries> = {
  id: "duplicate-deliveries",
  strikes: "deliveries",
  usage: [
    "duplicate-deliveries, duplicate-deliveries=3",
    "a message that was delivered comes once more, or so many times",
  ],
  parameters: { copies: whole(1), milliseconds: duration },
  read(text) {
    if (text === undefined) return {};
    const copies = numberIn(text);
    return copies === undefined ? undefined : { copies };
  },
  repeat: ({ setting: { copies = 1, milliseconds = 0 } }) => ({ copies, milliseconds }),
};
