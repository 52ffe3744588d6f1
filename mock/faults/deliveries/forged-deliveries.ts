import { deliveryFault } from "../fault.ts";

export const forgedDeliveries = deliveryFault({
  id: "forged-deliveries",
  forms: ["forged-deliveries"],
  summary: "sends each message with signatures of foreign keys first",
  options: {},
  isForged: true,
});
