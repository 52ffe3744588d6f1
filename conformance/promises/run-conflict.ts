import { judge } from "../checks/index.ts";
import { rolesFor } from "../roles.ts";
import type { Property } from "../properties/property.ts";

/** So many at once: the first of them makes the others conflict with it. */
const AT_ONCE = 3;

/**
 * A run that conflicts with the current state is answered 409 (§4.4, §7). Which runs do is not shown, and how long one
 * takes neither: what is answered is judged, and only a mock must refuse all but one of several at once.
 */
export const runConflict: Property = {
  id: "run-conflict",
  claim: "Of several runs at once, those that conflict are answered 409 as the contract documents",
  phase: "promises",
  writes: true,
  applies: ({ contract, operation, coverage }) => {
    const kind = rolesFor(contract).get(operation)?.kind;
    const documents = (wanted: string): boolean => operation.responses.some(({ status }) => status === wanted);
    return (
      coverage !== undefined && (kind === "action" || kind === "transition") && documents("202") && documents("409")
    );
  },
  given: ({ coverage }) => [{ label: "", requests: coverage ? [coverage.plain] : [], runs: 1 }],
  async holds(request, { contract, operation, exchange, target }) {
    const answered = await Promise.all(Array.from({ length: AT_ONCE }, () => exchange(request)));
    const judged = answered.flatMap((each) => judge(each, contract, operation));
    const started = answered.filter(({ response }) => response.status >= 200 && response.status < 300);
    if (!target.isMock || started.length < 2) return judged;
    const conflict = operation.responses.find(({ status }) => status === "409");
    return [
      ...judged,
      {
        check: "run-conflict",
        key: "accepted",
        message: `Of ${AT_ONCE} runs at once, ${started.length} were begun, and not one`,
        basis: conflict?.basis ?? operation.basis,
        ...(conflict?.section !== undefined && { section: conflict.section }),
        exchange: started.at(-1) as (typeof started)[number],
        steps: started.slice(0, -1),
      },
    ];
  },
};
