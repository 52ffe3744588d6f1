import type { Property } from "../scope/property.ts";

/** Each response to a valid request passes every check. */
export const validRequestsConform: Property = {
  id: "valid-requests-conform",
  claim: "A valid request gets a response that the contract documents",
  phase: "properties",
  writes: false,
  needsSuccess: true,
  given: ({ requests }, runs) => [{ label: "", requests: requests.valid, runs }],
  async holds(request, { exchange, judge }) {
    return judge(await exchange(request));
  },
};
