import type { Answer } from "../calls/call.ts";
import type { OrganizationLimits } from "../calls/limits.ts";
import type { ControlHandlers } from "./operation.ts";

/** Handlers for the rate limit of an organization. */
export const limitsHandlers: ControlHandlers = {
  readLimits: ({ organization: { limits } }) => answerLimits(limits),
  setLimits({ organization: { limits }, body }) {
    limits.set({ burst: Number(body["burst"]), perSecond: Number(body["perSecond"]) });
    return answerLimits(limits);
  },
  refillLimits({ organization: { limits } }) {
    limits.refill();
    return answerLimits(limits);
  },
};

function answerLimits(limits: OrganizationLimits): Answer {
  return { value: { ...limits.get() } };
}
