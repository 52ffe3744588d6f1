import type { Json, JsonObject } from "../../../../../contracts/index.ts";
import { filterObjects } from "../../../../../mock/profile/index.ts";
import { isStatementTrue } from "../../automation/statement.ts";

/** Returns an entity that an execution refers to, if it exists. */
export type EntityAt = (context: JsonObject) => JsonObject | undefined;

/**
 * True if an edge is followed after its task has ended. An edge without a condition is always
 * followed. An edge with a condition is followed if this is the first true condition of the task, and
 * `otherwise` if no condition is true.
 */
export function isFollowed(edge: JsonObject, task: JsonObject, execution: JsonObject, entityAt: EntityAt): boolean {
  const { condition_id: id, otherwise } = edge;
  if (id === undefined && otherwise !== true) return true;
  const first = filterObjects(task["conditions"]).find((condition) => isConditionTrue(condition, execution, entityAt));
  if (id === undefined) return first === undefined;
  return first?.["id"] === id;
}

/** Contexts of an execution whose entities its conditions refer to. */
export function contextsOfConditions(execution: JsonObject): readonly JsonObject[] {
  const hasConditions = filterObjects(execution["tasks"]).some(
    ({ conditions }) => filterObjects(conditions).length > 0,
  );
  if (hasConditions) return filterObjects(execution["contexts"]);
  return [];
}

/**
 * All statements of a condition must be true, or any of them if the condition says so. A missing value
 * counts as empty.
 */
function isConditionTrue({ match, statements }: JsonObject, execution: JsonObject, entityAt: EntityAt): boolean {
  const all = filterObjects(statements);
  const test = (statement: JsonObject): boolean =>
    isStatementTrue(statement, (source) => {
      const context = findContext(execution, source);
      return context && entityAt(context);
    });
  if (match === "any") return all.some(test);
  return all.every(test);
}

/**
 * The context that the source of a statement refers to, with the schema that the source names, if any. Assumed: the
 * main context is the one that was promoted last, otherwise the first one. The source of the trigger is a context that
 * the execution started with.
 */
function findContext(execution: JsonObject, source: JsonObject): JsonObject | undefined {
  const { origin_type: origin, schema, task_id: task } = source;
  const contexts = filterObjects(execution["contexts"]).filter(
    (each) => schema === undefined || each["schema"] === schema,
  );
  if (origin === "task") return contexts.find((each) => each["added_by_task_id"] === task);
  if (origin === "trigger_source") return contexts.find((each) => each["added_by_task_id"] === undefined);
  const promoted = contexts
    .filter((each) => each["promoted_at"] !== undefined && each["demoted_by_task_id"] === undefined)
    .toSorted((one, other) => time(other["promoted_at"]) - time(one["promoted_at"]));
  return promoted[0] ?? contexts[0];
}

function time(text: Json | undefined): number {
  return Date.parse(String(text));
}
