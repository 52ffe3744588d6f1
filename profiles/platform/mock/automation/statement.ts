import { type Json, type JsonObject, isObject } from "../../../../contracts/index.ts";

/** Returns the value that the source of a statement refers to. */
export type Origin = (source: JsonObject) => JsonObject | undefined;

/**
 * True if a statement of a condition is true (§2.6): its operator compares an attribute of the value
 * that its source refers to.
 */
export function isStatementTrue({ source, operator, values }: JsonObject, origin: Origin): boolean {
  const place = isObject(source) ? source : {};
  const value = getPathValue(origin(place), String(place["attribute"] ?? ""));
  const wanted = Array.isArray(values) ? (values as readonly Json[]) : [];
  switch (operator) {
    case "equals":
      return wanted.some((each) => each === value);
    case "not_equals":
      return !wanted.some((each) => each === value);
    case "contains":
      return wanted.some((each) => contains(value, each));
    case "greater_than":
      return wanted.some((each) => compareOperands(value, each) > 0);
    case "less_than":
      return wanted.some((each) => compareOperands(value, each) < 0);
    case "is_empty":
      return isEmptyOperand(value);
    case "is_not_empty":
      return !isEmptyOperand(value);
    default:
      return true;
  }
}

/** The value at a path such as "payload.signed_by". The empty path returns the whole value. */
function getPathValue(whole: JsonObject | undefined, path: string): Json | undefined {
  let value: Json | undefined = whole;
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

/**
 * Compares numbers by size, and texts (also times of one format) by their characters. NaN for values
 * without an order.
 */
function compareOperands(one: Json | undefined, other: Json): number {
  if (typeof one === "number" && typeof other === "number") return one - other;
  if (typeof one === "string" && typeof other === "string") return one < other ? -1 : Number(one > other);
  return Number.NaN;
}

function isEmptyOperand(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === "") return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}
