import { deliveryFault } from "../fault.ts";
import { durationOption, integerOption } from "../option.ts";

export const reorderDeliveries = deliveryFault({
  id: "reorder-deliveries",
  forms: ["reorder-deliveries", "reorder-deliveries=5"],
  summary: "holds messages until three, or so many, wait for the same endpoint, and sends them in another order",
  options: {
    window: integerOption({
      min: 2,
      default: 3,
      description: "Number of messages to one endpoint that are reordered together.",
    }),
    milliseconds: durationOption({
      default: 1000,
      description: "Maximum delay of the first message of a window, by the organization's clock.",
    }),
  },
  argument: "window",
  consumerRuns: [
    {
      name: "reordered-webhooks",
      about: "two messages to a webhook are delivered in reverse order",
      settings: () => [{ id: "reorder-deliveries", window: 2, milliseconds: 2000 }],
    },
  ],
  hold: ({ setting: { window, milliseconds }, chance }) => ({
    milliseconds,
    window: { size: window, rank: chance("rank") },
  }),
});
