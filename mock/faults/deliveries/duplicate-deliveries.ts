import { duration, numberIn, whole } from "../parameters.ts";
import type { DeliveryFault } from "../fault.ts";

export interface DuplicateDeliveries {
  readonly id: "duplicate-deliveries";
  /** Number of copies. Default: 1. */
  readonly copies?: number;
  /** Delay after the attempt before, by the organization's clock. Default: 0. */
  readonly milliseconds?: number;
}

/** Delivers delivered messages again, with the same id and a new signature. */
export const duplicateDeliveries: DeliveryFault<DuplicateDeliveries> = {
  id: "duplicate-deliveries",
  affects: "deliveries",
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
