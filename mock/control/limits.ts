import type { Answer } from "../calls/call.ts";
import type { OrganizationLimits } from "../calls/limits.ts";
import type { ControlHandlers } from "./operation.ts";

/** How fast an organization may call. */
export const limitsHandlers: ControlHandlers = {
  readLimits: ({ platform, organization }) => shown(platform.limitsOf(organization)),
  setLimits({ platform, organization, body }) {
    const limits = platform.limitsOf(organization);
    limits.set({ burst: Number(body["burst"]), perSecond: Number(body["perSecond"]) });
    return shown(limits);
  },
  refillLimits({ platform, organization }) {
    const limits = platform.limitsOf(organization);
    limits.refill();
    return shown(limits);
  },
};

function shown(limits: OrganizationLimits): Answer {
  return { value: { ...limits.get() } };
}
