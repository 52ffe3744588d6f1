import { callFault } from "./fault.ts";
import { MAX_DELAY, chooseDelay, waitOption } from "./option.ts";

export const latency = callFault({
  id: "latency",
  forms: ["latency=200", "latency=100-500"],
  summary: "delays each response by so many milliseconds, or by a number in that range",
  options: {
    milliseconds: waitOption({ required: true, description: "Delay of each response, or the least and the most." }),
  },
  argument: "milliseconds",
  change(response, { setting: { milliseconds }, chance }) {
    const before = response.transport?.delay ?? 0;
    const delay = before + chooseDelay(milliseconds, chance("latency"));
    return { ...response, transport: { ...response.transport, delay: Math.min(delay, MAX_DELAY) } };
  },
});
