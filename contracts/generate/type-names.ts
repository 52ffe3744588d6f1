import type { Json } from "../model/json.ts";

export type CaseType = "null" | "boolean" | "number" | "string" | "array" | "object";

/** From the simplest to the richest. */
export const caseTypes: readonly CaseType[] = ["null", "boolean", "number", "string", "array", "object"];

/** The case type of a value. */
export function caseTypeOf(value: Json): CaseType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value as CaseType;
}
