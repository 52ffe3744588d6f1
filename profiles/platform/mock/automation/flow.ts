import { type JsonObject, isObject } from "../../../../contracts/index.ts";
import { filterObjects } from "../../../../mock/profile/index.ts";
import { isConditionTrue } from "./condition.ts";
import { isFailingAction } from "./failure.ts";

/** An event of the catalog in the form in which an execution reports it (§2.6: trigger_event). */
export interface CatalogTriggerEvent extends JsonObject {
  readonly type: "event_catalog";
  readonly event_id: string;
  readonly event_name: string;
  readonly occurred_at: string;
  readonly payload: JsonObject;
}

/** True if an event of the catalog is among the triggers of a flow (§4.6). */
export function isTriggeredBy(flow: JsonObject, eventName: string): boolean {
  return filterObjects(flow["triggers"]).some(
    ({ type, configuration }) =>
      type === "event_catalog" && isObject(configuration) && configuration["event_name"] === eventName,
  );
}

/** True if the triggers of a flow are active: the flow is not disabled. */
export function isEnabled(flow: JsonObject): boolean {
  return flow["enabled"] !== false;
}

/**
 * The execution of a flow that an event started. It is assumed that the execution ends at once. An
 * action whose condition is false is skipped. An action in a loop has no iterations, because an event
 * has no files. A failed action makes the execution fail, and no later action starts.
 */
export function createExecution(flow: JsonObject, event: CatalogTriggerEvent, { id, now }: { id: string; now: Date }) {
  const time = now.toISOString();
  const conditions = new Map(filterObjects(flow["conditions"]).map((condition) => [condition["id"], condition]));
  let hasFailed = false;
  const outcomes = filterObjects(flow["actions"])
    .filter((action) => action["loop_id"] === undefined)
    .map((action): JsonObject => {
      const condition = conditions.get(action["condition_id"]);
      const isConditionMet =
        action["condition_id"] === undefined || (condition !== undefined && isConditionTrue(condition, event));
      const action_id = String(action["id"]);
      if (hasFailed) return { action_id, status: "cancelled" };
      if (!isConditionMet) return { action_id, status: "skipped" };
      hasFailed = isFailingAction(action);
      const times = { started_at: time, finished_at: time };
      if (hasFailed) return { action_id, status: "failed", error: createActionError(action), ...times };
      return { action_id, status: "succeeded", ...times };
    });
  return {
    id,
    flow_id: String(flow["id"]),
    status: hasFailed ? "failed" : "succeeded",
    trigger_event: event,
    actions: outcomes,
    created_at: time,
    finished_at: time,
  } satisfies JsonObject;
}

/** Error of a failed action. Its code never changes for the same scenario (§9.5). */
function createActionError({ type }: JsonObject): JsonObject {
  return { code: "action_failed", message: `The action "${String(type)}" was made to fail` };
}
