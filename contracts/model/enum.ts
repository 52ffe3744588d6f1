import type { JsonObject } from "./json.ts";

/** Extension beside an `enum` that never gets more values. Other enums of responses are open. */
export const closedMark = "x-closed";

/** Extension beside a stated `enum` that lists its assumed values. */
export const assumedValuesMark = "x-assumed-values";

/** Extension that replaces an `enum` without values, which validators reject. Comparison uses it to report the removal. */
export const emptiedMark = "x-emptied-enum";

/** Returns true if consumers must accept values that the `enum` of a schema does not list. */
export function isOpenEnum(schema: JsonObject): boolean {
  return Array.isArray(schema["enum"]) && schema[closedMark] !== true;
}
