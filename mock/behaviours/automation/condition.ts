import { type Json, type JsonObject, isObject } from "../../../contracts/index.ts";

/**
 * Whether a condition of a flow holds for the event that started it: all of its statements do.
 * A statement about anything but the event (§2.6: originType) is taken to hold, since what it
 * tests is not there.
 */
export function holds(condition: JsonObject, event: JsonObject): boolean {
  const statements = condition["statements"];
  return !Array.isArray(statements) || statements.every((statement) => !isObject(statement) || says(statement, event));
}

function says({ source, operator, values }: JsonObject, event: JsonObject): boolean {
  if (!isObject(source) || source["originType"] !== "event") return true;
  const value = valueAt(event, String(source["attribute"] ?? ""));
  const wanted = Array.isArray(values) ? (values as readonly Json[]) : [];
  switch (operator) {
    case "equals":
      return wanted.some((each) => each === value);
    case "not_equals":
      return !wanted.some((each) => each === value);
    case "contains":
      return wanted.some((each) => contains(value, each));
    case "greater_than":
      return wanted.some((each) => compare(value, each) > 0);
    case "less_than":
      return wanted.some((each) => compare(value, each) < 0);
    case "is_empty":
      return isEmpty(value);
    case "is_not_empty":
      return !isEmpty(value);
    default:
      return true;
  }
}

/** The value at a path such as "payload.signed_by"; the event itself at the empty one. */
function valueAt(event: JsonObject, path: string): Json | undefined {
  let value: Json | undefined = event;
  for (const name of path.split(".").filter((part) => part !== "")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as JsonObject)[name];
  }
  return value;
}

function contains(value: Json | undefined, part: Json): boolean {
  if (typeof value === "string") return value.includes(String(part));
  return Array.isArray(value) && value.includes(part);
}

/** Numbers by size, texts (and so times of one form) by their letters; NaN for what has no order. */
function compare(one: Json | undefined, other: Json): number {
  if (typeof one === "number" && typeof other === "number") return one - other;
  if (typeof one === "string" && typeof other === "string") return one < other ? -1 : Number(one > other);
  return Number.NaN;
}

function isEmpty(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === "") return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}
