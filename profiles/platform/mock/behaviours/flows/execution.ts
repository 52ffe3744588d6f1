import { type Json, type JsonObject, isObject } from "../../../../../contracts/index.ts";
import { toMembers, filterObjects, formatMoment } from "../../../../../mock/profile/index.ts";
import { isFailingId } from "../../automation/failure.ts";
import { type EntityAt, isFollowed } from "./followed-edges.ts";

// Steps of a flow execution and its tasks, all pure. A task has two members that no schema declares:
// the time when it became due (reached_at), and the end of its run (run_ends_at, in milliseconds since
// 1970).

/** Inputs of an execution's progress, other than the execution itself. */
export interface ProgressInputs {
  /** Duration of an automation, in milliseconds of the world's time. */
  readonly runTime: number;
  /** The current entities that conditions refer to. */
  readonly entityAt: EntityAt;
}

/** Members that only their own operations change. */
const structureNames = ["phases", "tasks", "edges"];

/**
 * Body of an execution that starts. Members that the request lacks come from the template. Tasks
 * without an incoming edge are open. Of several tasks with the same id, the last one counts.
 */
export function initialExecution(body: JsonObject, template: JsonObject | undefined, now: number): JsonObject {
  const named = ["name", ...structureNames].filter((name) => template?.[name] !== undefined);
  const inherited = Object.fromEntries(named.map((name) => [name, template?.[name] as Json]));
  const plan = { ...inherited, ...body };
  const successorIds = new Set(filterObjects(plan["edges"]).map((edge) => edge["to_task_id"]));
  const distinct = new Map(listTasks(plan).map((task) => [task["id"], task]));
  const tasks = [...distinct.values()].map((task) => newTask(task, successorIds.has(task["id"]), now));
  return { ...plan, status: "ongoing", ...(plan["tasks"] !== undefined && { tasks }) };
}

/**
 * The first stored form of an execution, in which each task that is due has reached_at. It is added when the
 * execution is written, because completion by the schema removes it from the body of the call.
 */
export function withReachedTimes(execution: JsonObject): JsonObject {
  const tasks = listTasks(execution).map((task) =>
    task["status"] === "pending" ? task : { ...task, reached_at: execution["created_at"] as Json },
  );
  if (execution["tasks"] === undefined) return execution;
  return { ...execution, tasks };
}

/** A task at its creation. It is due at once, unless it has predecessors. */
export function newTask(task: JsonObject, hasPredecessor: boolean, now: number): JsonObject {
  const { reached_at: _, ...rest } = task;
  return { ...withStatus(rest, hasPredecessor ? "pending" : dueStatus(task), now), created_at: formatMoment(now) };
}

/** An execution after a change. Its structure stays the same, and a closed execution has the time of its end. */
export function changedExecution(next: JsonObject, current: JsonObject, now: number): JsonObject {
  const { closed_at: closedAt, ...rest } = omitTaskMembers(next, structureNames);
  const kept = Object.fromEntries(
    structureNames.flatMap((name) => (name in current ? [[name, current[name] as Json]] : [])),
  );
  const isClosed = rest["status"] !== "ongoing";
  return { ...rest, ...kept, ...(isClosed && { closed_at: closedAt ?? formatMoment(now) }) };
}

/** A task after a change by a consumer. Members that only the platform sets stay the same. */
export function changedTask(next: JsonObject, current: JsonObject, isScheduled: boolean, now: number): JsonObject {
  const status = isScheduled && current["status"] === "open" ? "scheduled" : String(next["status"]);
  const known = ["completed_at", "reached_at", "run_ends_at"];
  const kept = Object.fromEntries(known.flatMap((name) => (name in current ? [[name, current[name] as Json]] : [])));
  const task = { ...omitTaskMembers(next, known), ...kept };
  if (status === current["status"]) return task;
  return withStatus(task, status, now);
}

/** A task at the start of its automation. */
export function runningTask(task: JsonObject, now: number, runTime: number): JsonObject {
  return { ...withStatus(task, "running", now), run_ends_at: now + runTime };
}

/** The execution with a changed task at its old position, or with a new task at the end. */
export function withTask(execution: JsonObject, task: JsonObject, now: number): JsonObject {
  const { id } = task;
  const tasks = listTasks(execution);
  const isNew = !tasks.some((each) => each["id"] === id);
  const next = isNew ? [...tasks, task] : tasks.map((each) => (each["id"] === id ? task : each));
  return { ...execution, tasks: next, updated_at: formatMoment(now) };
}

/** The execution after a change: the successors of each task that just ended become due. */
export function withSuccessorsDue(
  execution: JsonObject,
  before: JsonObject,
  { now, entityAt }: { readonly now: number; readonly entityAt: EntityAt },
): JsonObject {
  const tasksBefore = new Map(listTasks(before).map((task) => [task["id"], task]));
  const endedTasks = listTasks(execution).filter((task) => {
    const taskBefore = tasksBefore.get(task["id"]);
    return taskBefore !== task && hasEnded(task) && !(taskBefore && hasEnded(taskBefore));
  });
  if (endedTasks.length === 0) return execution;
  const successorIds = new Set(
    endedTasks.flatMap((task) =>
      filterObjects(execution["edges"])
        .filter((edge) => edge["from_task_id"] === task["id"] && isFollowed(edge, task, execution, entityAt))
        .map((edge) => edge["to_task_id"]),
    ),
  );
  const tasks = listTasks(execution).map((task) =>
    successorIds.has(task["id"]) && task["status"] === "pending" ? withStatus(task, dueStatus(task), now) : task,
  );
  return { ...execution, tasks };
}

/**
 * The execution at the current time: scheduled tasks have started, runs have ended, and conditions
 * have decided. A closed execution does not change.
 */
export function advanceExecution(
  execution: JsonObject,
  now: number,
  { runTime, entityAt }: ProgressInputs,
): JsonObject {
  if (execution["status"] !== "ongoing") return execution;
  let current = execution;
  for (;;) {
    const due = listTasks(current)
      .map((task) => ({ task, at: nextChangeTime(task) }))
      .filter(({ at }) => at <= now)
      .toSorted((one, other) => one.at - other.at)[0];
    if (!due) return current;
    const { task, at } = due;
    const next =
      task["status"] === "scheduled" ? runningTask(task, at, runTime) : withStatus(task, computeTaskStatus(task), at);
    current = withSuccessorsDue(withTask(current, next, at), current, { now: at, entityAt });
  }
}

export function listTasks(execution: JsonObject): readonly JsonObject[] {
  return filterObjects(execution["tasks"]);
}

export function findTask(execution: JsonObject, id: Json | undefined): JsonObject | undefined {
  return listTasks(execution).find((task) => task["id"] === id);
}

function withStatus(task: JsonObject, status: string, now: number): JsonObject {
  const { completed_at: completedAt, reached_at: reachedAt, ...rest } = omitTaskMembers(task, ["run_ends_at"]);
  const time = formatMoment(now);
  const isDue = reachedAt !== undefined || !["pending", "skipped"].includes(status);
  return {
    ...rest,
    status,
    updated_at: time,
    ...(isDue && { reached_at: reachedAt ?? time }),
    ...(status === "completed" && { completed_at: completedAt ?? time }),
  };
}

/** The status of a task that becomes due. */
function dueStatus(task: JsonObject): "scheduled" | "open" {
  if (isObject(task["schedule"])) return "scheduled";
  return "open";
}

/** Time of the next change of a task that needs no call. Infinity or NaN if there is no such change. */
function nextChangeTime(task: JsonObject): number {
  const { status, schedule, reached_at: reachedAt, run_ends_at: runEndsAt } = task;
  if (status === "running") return Number(runEndsAt);
  if (status === "open" && isDecision(task)) return Date.parse(String(task["updated_at"]));
  if (status !== "scheduled" || !isObject(schedule)) return Number.POSITIVE_INFINITY;
  return Math.max(Date.parse(String(schedule["run_at"])), reachedAt === undefined ? 0 : Date.parse(String(reachedAt)));
}

/** True for a decision that its conditions make. A decision without conditions needs a person. */
function isDecision({ type, conditions }: JsonObject): boolean {
  return type === "decision" && filterObjects(conditions).length > 0;
}

/** Status after a run. A failed run does not complete the task: its successors wait, and it can run again. */
function computeTaskStatus({ status, automation_config: config }: JsonObject): "failed" | "completed" {
  if (status === "running" && isFailingId(toMembers(config)["automation_id"])) return "failed";
  return "completed";
}

function hasEnded({ status }: JsonObject): boolean {
  return status === "completed" || status === "skipped";
}

function omitTaskMembers(value: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}
