import {
  type Answer,
  type Behaviour,
  type Call,
  type Handler,
  type Refusal,
  type Store,
  toMembers,
  storeWithRules,
} from "../../../../mock/profile/index.ts";
import { withReachedTimes, changedExecution, changedTask, newTask, initialExecution } from "./flows/execution.ts";
import { type RunSettings, executionAddress, executionStore, noExecution, taskStore } from "./flows/store.ts";

/**
 * The tasks of a flow execution are stored in the execution, so a change of a task shows in the
 * execution, and the reverse (§4.4). Assumed: an execution starts as ongoing, a task becomes open or
 * scheduled once its predecessors are completed or skipped, and a run takes some time of the world's
 * clock. A decision with conditions needs no person: its first true condition selects the next task.
 */
export function flowTasks(settings: RunSettings): Behaviour {
  return {
    id: "flow-tasks",
    section: "4.4",
    operations: [
      "workflow-execution/startFlowExecution",
      "workflow-execution/listFlowExecutions",
      "workflow-execution/getFlowExecution",
      "workflow-execution/updateFlowExecution",
      "workflow-execution/addFlowTask",
      "workflow-execution/listFlowTasks",
      "workflow-execution/getFlowTask",
      "workflow-execution/updateFlowTask",
      "workflow-execution/previewTaskEmail",
    ],
    async handle(call, next) {
      const store = executionStore(call, settings);
      switch (call.operation.id) {
        case "startFlowExecution":
          return startTaskRun(call, settings, next);
        case "updateFlowExecution":
          return next({
            ...call,
            store: storeWithRules(store, {
              onWrite: (value, before = value) => changedExecution(value, before, call.now),
            }),
          });
        case "listFlowExecutions":
        case "getFlowExecution":
          return next({ ...call, store });
        default:
          return withTasks(call, store, next);
      }
    },
  };
}

async function startTaskRun(call: Call, settings: RunSettings, next: Handler): Promise<Answer | Refusal> {
  const body = toMembers(call.input.body);
  const { organization } = call.world;
  const id = String(body["flow_template_id"]);
  const template = await call.store.read({ organization, collection: "/v2/flows/templates", id });
  const plan = initialExecution(body, template?.value, call.now);
  const store = storeWithRules(executionStore(call, settings, plan), { onWrite: withReachedTimes });
  return next({ ...call, input: { ...call.input, body: plan }, store });
}

async function withTasks(call: Call, executions: Store, next: Handler): Promise<Answer | Refusal> {
  const execution = executionAddress(call);
  if (!(await executions.read(execution))) return noExecution(execution);
  const body = toMembers(call.input.body);
  const isScheduled = body["schedule"] !== undefined && body["status"] === undefined;
  const store = storeWithRules(taskStore(executions, execution, call.now), {
    onWrite: (value, before) =>
      before ? changedTask(value, before, isScheduled, call.now) : newTask(value, false, call.now),
  });
  const id = call.input.parameters["task_id"];
  if (id !== undefined && !(await store.read({ ...execution, id: String(id) })))
    return { refused: `There is no task "${String(id)}" in execution "${execution.id}"`, status: 404 };
  return next({ ...call, store });
}
