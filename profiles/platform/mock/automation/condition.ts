import { type Json, type JsonObject, isObject } from "../../../../contracts/index.ts";
import { says } from "./statement.ts";

/**
 * Whether a condition of a flow holds for the event that started it: all of its statements do.
 * A statement about anything but the event (§2.6: originType) is taken to hold, since what it
 * tests is not there.
 */
export function holds(condition: JsonObject, event: JsonObject): boolean {
  const statements = condition["statements"];
  return (
    !Array.isArray(statements) ||
    statements.every((statement) => !isAboutEvent(statement) || says(statement, () => event))
  );
}

function isAboutEvent(statement: Json): statement is JsonObject {
  return isObject(statement) && isObject(statement["source"]) && statement["source"]["originType"] === "event";
}
