import { judge } from "../checks/index.ts";
import { type Property, hasPlain } from "../scope/property.ts";

/** With what is needed alone; lists are asked so before anything is made, while they may be empty. */
export const plainRequestConforms: Property = {
  id: "plain-request-conforms",
  claim: "A request with what is needed alone is answered as the contract documents",
  phase: "coverage",
  writes: false,
  hasRequests: hasPlain,
  given: ({ coverage }) => [{ label: "", requests: coverage ? [coverage.plain, ...coverage.texts] : [], runs: 0 }],
  async holds(request, { exchange, contract, operation }) {
    return judge(await exchange(request), contract, operation);
  },
};
