import type { DeliveryFault } from "../fault.ts";

export interface ForgedDeliveries {
  readonly id: "forged-deliveries";
}

/** Sends each message first with signatures of foreign keys (§5.3). */
export const forgedDeliveries: DeliveryFault<ForgedDeliveries> = {
  id: "forged-deliveries",
  affects: "deliveries",
  usage: ["forged-deliveries", "each message to a webhook comes with signatures of other keys first"],
  parameters: {},
  read: (text) => (text === undefined ? {} : undefined),
  isForged: true,
};
