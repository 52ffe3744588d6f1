import { assumedValuesMark } from "../../../contracts/index.ts";
import { type Json, isObject } from "../../../contracts/index.ts";

/** JSON text of a value, with sorted member names. */
export function toSortedJson(value: Json): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return JSON.stringify(value, (_, part: Json) => {
    if (isObject(part)) return Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)));
    return part;
  });
}

/** Keywords whose lists have no order. */
export const unordered: ReadonlySet<string> = new Set(["enum", assumedValuesMark, "required", "type"]);
