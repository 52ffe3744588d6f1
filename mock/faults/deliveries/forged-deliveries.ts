import type { DeliveryWeather } from "../fault.ts";

export interface ForgedDeliveries {
  readonly id: "forged-deliveries";
}

/** Lets the same message come before, signed by somebody who has none of its keys (§5.3). */
export const forgedDeliveries: DeliveryWeather<ForgedDeliveries> = {
  id: "forged-deliveries",
  strikes: "deliveries",
  usage: ["forged-deliveries", "each message to a webhook comes with signatures of other keys first"],
  parameters: {},
  read: (text) => (text === undefined ? {} : undefined),
  isForged: true,
};
