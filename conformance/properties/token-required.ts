import { judge } from "../checks/index.ts";
import type { Property } from "./property.ts";

/** Whether a token is asked for hardly depends on the request. */
const RUNS = 3;

/** Without credentials, an operation that needs them answers 401 or 403 (§5.1). */
export const tokenRequired: Property = {
  id: "token-required",
  claim: "A request without credentials is refused",
  phase: "promises",
  writes: false,
  applies: ({ operation }) =>
    operation.security.length > 0 && operation.security.every((requirement) => requirement.length > 0),
  given: ({ requests }) => [{ label: "", requests: requests.valid, runs: RUNS }],
  async holds(request, { anonymous, contract, operation }) {
    const answered = await anonymous(request);
    const { status } = answered.response;
    if (status === 401 || status === 403 || status >= 500) return judge(answered, contract, operation);
    return [
      {
        check: "token-required",
        key: "accepted",
        message: `A request without credentials was answered with status ${status}, not refused with 401 or 403`,
        basis: operation.basis,
        section: "5.1",
        exchange: answered,
      },
    ];
  },
};
