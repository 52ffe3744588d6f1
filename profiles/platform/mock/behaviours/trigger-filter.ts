import { isTriggeredBy } from "../automation/flow.ts";
import { type Behaviour, filteredStore } from "../../../../mock/profile/index.ts";
import { collections } from "../collections.ts";

/**
 * The parameter trigger_event_name selects the flows that an event of the catalog triggers, disabled
 * flows included (§4.6).
 */
export const triggerFilter: Behaviour = {
  id: "trigger-filter",
  section: "4.6",
  operations: ["automation/listAutomationFlows"],
  handle(call, next) {
    const name = call.input.parameters["trigger_event_name"];
    if (name === undefined) return next(call);
    const triggered = filteredStore(call.store, collections.automationFlows, ({ value }) =>
      isTriggeredBy(value, String(name)),
    );
    return next({ ...call, store: triggered });
  },
};
