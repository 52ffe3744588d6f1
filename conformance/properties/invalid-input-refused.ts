import { responseFor } from "../../contracts/index.ts";
import { judge } from "../checks/index.ts";
import { weakest } from "../model/weakest.ts";
import { sentAfresh } from "./sent-afresh.ts";
import type { Property } from "../scope/property.ts";

/** The edges of a fault are tried systematically: one that is beyond them by chance is enough. */
const RUNS_PER_FAULT = 1;

/** A request that breaks the contract in one place is answered with a 4xx, as the contract documents. */
export const invalidInputRefused: Property = {
  id: "invalid-input-refused",
  claim: "A request that breaks the contract in one place is refused",
  phase: "properties",
  writes: false,
  sendsInvalid: true,
  hasRequests: ({ requests }) => requests.invalid.length > 0,
  given: ({ requests }, runs) =>
    requests.invalid
      .slice(0, runs)
      .map(({ fault, basis, requests: broken }) => ({ label: fault, basis, requests: broken, runs: RUNS_PER_FAULT })),
  async holds(request, scope) {
    const { contract, operation } = scope;
    const answered = await sentAfresh(request, scope);
    const { status } = answered.response;
    if (status >= 300) return judge(answered, contract, operation);
    const { section } = operation;
    return [
      {
        check: "invalid-input-refused",
        key: "accepted",
        isOfRequest: "constraint",
        message: `An invalid request was accepted with status ${status}`,
        basis: weakest(operation.basis, responseFor(operation, 400)?.basis),
        ...(section && { section }),
        exchange: answered,
      },
    ];
  },
};
