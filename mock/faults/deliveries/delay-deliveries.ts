import { deliveryFault } from "../fault.ts";
import { chooseDelay, waitOption } from "../option.ts";

export const delayDeliveries = deliveryFault({
  id: "delay-deliveries",
  forms: ["delay-deliveries=5000", "delay-deliveries=0-9000"],
  summary:
    "delays each message by so many milliseconds, or by a number in that range, so that a later one can arrive first",
  options: {
    milliseconds: waitOption({ required: true, description: "Delay of each message, or the least and the most." }),
  },
  argument: "milliseconds",
  hold: ({ setting: { milliseconds }, chance }) => ({ milliseconds: chooseDelay(milliseconds, chance("delay")) }),
});
