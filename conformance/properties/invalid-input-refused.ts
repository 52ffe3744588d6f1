import { findResponse } from "../../contracts/index.ts";
import { weakestBasis } from "../model/weakest-basis.ts";
import { sentAfresh } from "./sent-afresh.ts";
import type { Coverage } from "../requests/coverage.ts";
import type { Property } from "../scope/property.ts";

/** One random request per fault is enough, because it hardly depends on the other parts of the request. */
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
  given: ({ requests, coverage }, runs) =>
    requests.invalid
      .filter(({ fault }) => !isCovered(fault, coverage))
      .slice(0, runs)
      .map(({ fault, sent, basis, requests: broken }) => ({
        label: fault,
        sent,
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
        basis: weakestBasis(operation.basis, findResponse(operation, 400)?.basis),
        section,
        exchange: result,
      },
    ];
  },
};

/** Keywords that all wrong values violate in much the same way. A value of a wrong type can be of many types. */
const plainKeywords =
  /^(minimum|maximum|exclusiveMinimum|exclusiveMaximum|minLength|maxLength|minItems|maxItems|minProperties|maxProperties|required|malformed JSON)$/;

/** True if `boundaries-refused` violates the same constraint, and a random value would hardly show more. */
function isCovered(fault: string, coverage: Coverage | undefined): boolean {
  const name = fault.replace(/^body \//, "body/");
  const [, keyword = ""] = /^\S+ (?:\/\S* )?(.*)$/.exec(fault) ?? [];
  if (!plainKeywords.test(keyword)) return false;
  return (coverage?.invalid ?? []).some(({ constraint, label }) => constraint === name || label === fault);
}
