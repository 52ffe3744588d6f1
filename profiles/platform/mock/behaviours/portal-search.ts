import type { JsonObject } from "../../../../contracts/index.ts";
import { type Behaviour, type Call, toMembers, filterObjects } from "../../../../mock/profile/index.ts";
import { listTasks } from "./flows/execution.ts";
import { EXECUTIONS, type RunSettings, executionStore } from "./flows/store.ts";

/**
 * Customers search the executions of an entity, and see the status of each phase: NOT_REACHED for a phase that never
 * started (§3). The search criteria and the names of the other statuses are assumed, and so is the status of a phase,
 * which depends on its tasks. The title is the name of the execution, because the contract has no title for customers.
 */
export function portalSearch(settings: RunSettings): Behaviour {
  return {
    id: "portal-search",
    section: "3",
    operations: ["workflow-execution/searchPortalFlowExecutions", "workflow-execution/searchPortalFlowExecutionsBatch"],
    async handle(call) {
      const body = toMembers(call.input.body);
      const all = await allExecutions(call, settings);
      if (call.operation.id === "searchPortalFlowExecutions") return { value: createSearchPage(all, body) };
      return { value: { pages: filterObjects(body["searches"]).map((search) => createSearchPage(all, search)) } };
    },
  };
}

/** One page of the executions that have an entity among their contexts, the ongoing ones first. Pure. */
export function createSearchPage(
  executions: readonly JsonObject[],
  { entity_id: entity, schema, from = 0, size = 20 }: JsonObject,
): JsonObject {
  const found = executions.filter(({ contexts }) =>
    filterObjects(contexts).some((context) => context["entity_id"] === entity && context["schema"] === schema),
  );
  const ordered = [...found.filter(isOngoing), ...found.filter((execution) => !isOngoing(execution))];
  const results = ordered.slice(Number(from), Number(from) + Number(size)).map(portalFlow);
  return { hits: found.length, results };
}

function portalFlow(execution: JsonObject): JsonObject {
  const { id, name, status, phases } = execution;
  const stages = filterObjects(phases).map((phase) => computeStage(phase, listTasks(execution)));
  return { id: id ?? null, title: name ?? null, status: status ?? null, stages };
}

/** A phase with its status, which depends on the statuses of its tasks. */
function computeStage({ id, name }: JsonObject, all: readonly JsonObject[]): JsonObject {
  const tasks = all.filter((task) => task["phase_id"] === id);
  const reachedAt = tasks.flatMap(({ reached_at: at }) => (typeof at === "string" ? [at] : [])).toSorted()[0];
  return {
    id: id ?? null,
    title: name ?? null,
    status: stageStatus(tasks),
    ...(reachedAt && { reached_at: reachedAt }),
  };
}

function stageStatus(tasks: readonly JsonObject[]): string {
  const all = (...statuses: string[]): boolean => tasks.every(({ status }) => statuses.includes(String(status)));
  const isReached = tasks.some((task) => task["reached_at"] !== undefined);
  if (!isReached && all("pending", "skipped")) return "NOT_REACHED";
  if (all("skipped")) return "SKIPPED";
  if (all("completed", "skipped")) return "COMPLETED";
  return "IN_PROGRESS";
}

function isOngoing(execution: JsonObject): boolean {
  return execution["status"] === "ongoing";
}

async function allExecutions(call: Call, settings: RunSettings): Promise<readonly JsonObject[]> {
  const page = { offset: 0, limit: Number.POSITIVE_INFINITY };
  const { items } = await executionStore(call, settings).list(call.world.organization, EXECUTIONS, page);
  return items.map(({ value }) => value);
}
