import type { JsonObject } from "./json.ts";

/** Beside an `enum`: its values can never become more. Without it, what the provider sends may (§9.6). */
export const closedMark = "x-closed";

/** Beside a stated `enum`: those of its values that are assumed. */
export const assumedValuesMark = "x-assumed-values";

/** In place of an `enum` without a value, which no validator takes: who compares documents sees that all were taken out. */
export const emptiedMark = "x-emptied-enum";

/** Whether consumers must be prepared for values that a schema's `enum` does not list. */
export function isOpenEnum(schema: JsonObject): boolean {
  return Array.isArray(schema["enum"]) && schema[closedMark] !== true;
}
