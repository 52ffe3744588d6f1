import type { Property } from "../scope/property.ts";

/** A request from a documented example gets a documented response. */
export const examplesAccepted: Property = {
  id: "examples-accepted",
  claim: "A request from a documented example gets a response that the contract documents",
  cause: "refusing",
  phase: "examples",
  writes: false,
  needsSuccess: true,
  hasRequests: ({ coverage }) => (coverage?.examples.length ?? 0) > 0,
  given: ({ coverage }) => [{ label: "", requests: coverage?.examples ?? [], runs: 0 }],
  async holds(request, { exchange, judge }) {
    return judge(await exchange(request));
  },
};
