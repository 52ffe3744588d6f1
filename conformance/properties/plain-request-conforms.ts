import { type Property, hasPlain } from "../scope/property.ts";

/** A request with required values only gets a documented response. Lists are read before items are created, so that empty lists are tried, too. */
export const plainRequestConforms: Property = {
  id: "plain-request-conforms",
  claim: "A request with required values only gets a response that the contract documents",
  phase: "coverage",
  writes: false,
  needsSuccess: true,
  hasRequests: hasPlain,
  given: ({ coverage }) => [{ label: "", requests: coverage ? [coverage.plain, ...coverage.texts] : [], runs: 0 }],
  async holds(request, { exchange, judge }) {
    return judge(await exchange(request));
  },
};
