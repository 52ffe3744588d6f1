import { deliveryFault } from "../fault.ts";
import { durationOption, integerOption } from "../option.ts";

export const duplicateDeliveries = deliveryFault({
  id: "duplicate-deliveries",
  forms: ["duplicate-deliveries", "duplicate-deliveries=3"],
  summary: "delivers each delivered message once more, or so many times, with the same id and a new signature",
  options: {
    copies: integerOption({ min: 1, default: 1, description: "Number of copies." }),
    milliseconds: durationOption({
      default: 0,
      description: "Delay of each copy after the attempt before it, by the organization's clock.",
    }),
  },
  argument: "copies",
  consumerRuns: [
    {
      name: "duplicate-webhooks",
      about: "each message to a webhook is delivered twice, with the same id",
      settings: () => [{ id: "duplicate-deliveries" }],
    },
  ],
  repeat: ({ setting: { copies, milliseconds } }) => ({ copies, milliseconds }),
});
