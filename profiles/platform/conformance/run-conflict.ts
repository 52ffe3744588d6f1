import { type Exchange, hasPlain, type Property, rolesFor } from "../../../conformance/profile/index.ts";
import type { Operation, Response } from "../../../contracts/index.ts";

/** Number of simultaneous runs. All others conflict with the first one. */
const RUN_COUNT = 3;

/**
 * A run that conflicts with the current state is answered with 409 (§4.4, §7). The specification
 * defines neither the conflicts nor the duration of a run. So the responses are judged, and only a
 * mock must refuse all but one of several simultaneous runs.
 */
export const runConflict: Property = {
  id: "run-conflict",
  claim: "Conflicting runs that start at the same time get the documented 409",
  phase: "promises",
  writes: true,
  applies: ({ contract, operation }) => {
    const kind = rolesFor(contract).get(operation)?.kind;
    return (kind === "action" || kind === "transition") && findRunConflict(operation) !== undefined;
  },
  hasRequests: hasPlain,
  given: ({ coverage }) => [{ label: "", requests: coverage ? [coverage.plain] : [], runs: 1 }],
  async holds(request, { judge, operation, exchange, target }) {
    const exchanges = await Promise.all(Array.from({ length: RUN_COUNT }, () => exchange(request)));
    const findings = exchanges.flatMap((each) => judge(each));
    const accepted = exchanges.filter(({ response }) => response.status >= 200 && response.status < 300);
    if (!target.isMock || accepted.length < 2) return findings;
    return [
      ...findings,
      {
        check: "run-conflict",
        key: "accepted",
        message: `Of ${RUN_COUNT} runs at once, ${accepted.length} were begun, and not one`,
        basis: findRunConflict(operation)?.basis ?? operation.basis,
        section: "7",
        exchange: accepted.at(-1) as Exchange,
        steps: accepted.slice(0, -1),
      },
    ];
  },
};

/** The conflict of §7. Other operations may allow several simultaneous runs. */
function findRunConflict({ responses }: Operation): Response | undefined {
  return responses.find(({ status, section }) => status === "409" && section === "7");
}
