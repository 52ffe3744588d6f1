import { responseFor } from "../../contracts/index.ts";
import { weakestBasis } from "../model/weakest-basis.ts";
import { sentAfresh } from "./sent-afresh.ts";
import type { Property } from "../scope/property.ts";

/** One random request per fault is enough, because `boundaries-refused` tries the bounds systematically. */
const RUNS_PER_FAULT = 1;

/** A request that violates the contract in one place gets a documented 4xx response. */
export const invalidInputRefused: Property = {
  id: "invalid-input-refused",
  claim: "The target refuses a request that breaks the contract in one place",
  cause: "accepting",
  faultCode: "F102",
  phase: "properties",
  writes: false,
  sendsInvalid: true,
  hasRequests: ({ requests }) => requests.invalid.length > 0,
  given: ({ requests }, runs) =>
    requests.invalid.slice(0, runs).map(({ fault, sent, basis, requests: broken }) => ({
      label: fault,
      ...(sent && { sent }),
      basis,
      requests: broken,
      runs: RUNS_PER_FAULT,
    })),
  async holds(request, scope) {
    const { operation } = scope;
    const result = await sentAfresh(request, scope);
    const { status } = result.response;
    if (status >= 300) return scope.judge(result);
    const { section } = operation;
    return [
      {
        check: "invalid-input-refused",
        key: "accepted",
        isOfRequest: "constraint",
        message: `An invalid request was accepted with status ${status}`,
        basis: weakestBasis(operation.basis, responseFor(operation, 400)?.basis),
        ...(section && { section }),
        exchange: result,
      },
    ];
  },
};
