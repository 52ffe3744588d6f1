import { type Json, type JsonObject, isObject } from "../../../../contracts/index.ts";
import { isStatementTrue } from "./statement.ts";

/**
 * True if all statements of a flow's condition are true for the event that started the flow. A
 * statement about anything but the event (§2.6: originType) counts as true, because the mock has no
 * value to test.
 */
export function isConditionTrue(condition: JsonObject, event: JsonObject): boolean {
  const statements = condition["statements"];
  return (
    !Array.isArray(statements) ||
    statements.every((statement) => !isAboutEvent(statement) || isStatementTrue(statement, () => event))
  );
}

function isAboutEvent(statement: Json): statement is JsonObject {
  return isObject(statement) && isObject(statement["source"]) && statement["source"]["originType"] === "event";
}
