export type CaseType = "null" | "boolean" | "number" | "string" | "array" | "object";

/** From the simplest to the richest. */
export const caseTypes: readonly CaseType[] = ["null", "boolean", "number", "string", "array", "object"];
