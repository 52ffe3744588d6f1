import { createHash } from "node:crypto";
import type { JsonObject } from "../../../../contracts/index.ts";
import { type Behaviour, type Call, type Refusal, toMembers, formatMoment } from "../../../../mock/profile/index.ts";
import { runningTask, findTask, withTask } from "./flows/execution.ts";
import { type RunSettings, executionAddress, executionStore, noExecution } from "./flows/store.ts";

/**
 * A run that conflicts with the current state is refused (§4.4, §7). The conflicting states are
 * assumed: an execution that is not ongoing, and a task that is running, completed or skipped, or that
 * has no automation and is not scheduled. All other tasks run, and complete after some time.
 */
export function runConflict(settings: RunSettings): Behaviour {
  return {
    id: "run-conflict",
    section: "4.4",
    operations: ["workflow-execution/runTaskAutomation", "workflow-execution/runScheduledTaskNow"],
    async handle(call) {
      const id = String(call.input.parameters["task_id"]);
      const execution = executionAddress(call);
      const next = await executionStore(call, settings).change(execution, (current) => {
        if (!current) return noExecution(execution);
        const task = findTask(current.value, id);
        if (!task) return { refused: `There is no task "${id}" in execution "${execution.id}"`, status: 404 };
        const refusal = explainRunConflict(current.value, task);
        if (refusal) return refusal;
        return { ...current, value: withTask(current.value, runningTask(task, call.now, settings.runTime), call.now) };
      });
      if (next !== null && "refused" in next) return next;
      const { note } = toMembers(call.input.body);
      const run = { id: await runId(call), task_id: id, started_at: formatMoment(call.now) };
      return { value: note === undefined ? run : { ...run, note } };
    },
  };
}

/** Reason why a task cannot run in its current state. Undefined if it can run. Pure. */
export function explainRunConflict(execution: JsonObject, task: JsonObject): Refusal | undefined {
  const reason = reasonForConflict(execution, task);
  if (reason === undefined) return undefined;
  return { refused: reason, status: 409 };
}

function reasonForConflict(execution: JsonObject, task: JsonObject): string | undefined {
  const [id, status] = [String(task["id"]), String(task["status"])];
  if (execution["status"] !== "ongoing")
    return `Execution "${String(execution["id"])}" is ${String(execution["status"])}: its tasks do not run any more`;
  const hasAutomation = task["type"] === "automation" || task["automation_config"] !== undefined;
  if (status === "running" && hasAutomation) return `The automation of task "${id}" is running already`;
  if (status === "completed") return `Task "${id}" is done already, since ${String(task["completed_at"])}`;
  if (status === "skipped") return `Task "${id}" was skipped`;
  if (hasAutomation || status === "scheduled") return undefined;
  return `Task "${id}" is ${String(task["type"])}: it has no automation to run`;
}

async function runId({ store, world: { organization }, seed }: Call): Promise<string> {
  const counter = await store.next(organization);
  return `run_${createHash("sha256").update(`run ${seed} ${organization} ${counter}`).digest("hex").slice(0, 12)}`;
}
