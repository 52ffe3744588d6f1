import type { Json } from "../model/json.ts";

export type CaseType = "null" | "boolean" | "number" | "string" | "array" | "object";

/** Types from the simplest to the most complex. */
export const caseTypes: readonly CaseType[] = ["null", "boolean", "number", "string", "array", "object"];

/** Type of a value. */
export function toCaseType(value: Json): CaseType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value as CaseType;
}
