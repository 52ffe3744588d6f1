import { type Call, listOtherItems, newId, putItem } from "../../../../mock/profile/index.ts";
import { collections } from "../collections.ts";
import { type CatalogTriggerEvent, createExecution, isEnabled, isTriggeredBy } from "./flow.ts";

/** Starts every flow that the event triggers, in the order of their creation. Returns the ids of the executions. */
export async function startFlows(
  call: Pick<Call, "store" | "world" | "seed" | "now">,
  event: CatalogTriggerEvent,
): Promise<readonly string[]> {
  const started: string[] = [];
  for (const { value: flow } of await listOtherItems(call, collections.automationFlows)) {
    if (!isEnabled(flow) || !isTriggeredBy(flow, event.event_name)) continue;
    const id = await newId(call, "aex");
    const value = createExecution(flow, event, { id, now: new Date(call.now) });
    await putItem(call, collections.automationExecutions, { id, value });
    started.push(id);
  }
  return started;
}
