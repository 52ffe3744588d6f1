import type { Json, JsonObject } from "../../../contracts/index.ts";

const flag = /^(is[-_]?)?(deleted|removed|archived|trashed|discarded|revoked)([-_]?(at|on|time|date|by))?$/i;
const stateName = /^(status|state|phase|stage)$/i;
const goneState = /delet|remov|archiv|trash|discard|revok|terminat|inactive|cancel/i;

/** Whether an item says of itself that it was deleted: it may be read all the same. */
export function isSoftDeleted(shown: JsonObject | undefined): boolean {
  return Object.entries(shown ?? {}).some(
    ([name, value]) =>
      (flag.test(name) && says(value as Json)) ||
      (stateName.test(name) && typeof value === "string" && goneState.test(value)),
  );
}

/** A flag that is set, or the time at which it was. */
function says(value: Json): boolean {
  return value !== null && value !== false && value !== "" && value !== 0;
}
