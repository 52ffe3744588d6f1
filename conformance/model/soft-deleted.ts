import type { Json, JsonObject } from "../../contracts/index.ts";

const flag = /^(is[-_]?)?(deleted|removed|archived|trashed|discarded|revoked)([-_]?(at|on|time|date|by))?$/i;
const stateName = /^(status|state|phase|stage)$/i;
const goneState = /delet|remov|archiv|trash|discard|revok|terminat|inactive|cancel/i;

/** True for an item that a member marks as deleted. Such an item may still be read. */
export function isSoftDeleted(shown: JsonObject | undefined): boolean {
  return Object.entries(shown ?? {}).some(
    ([name, value]) =>
      (flag.test(name) && isSet(value as Json)) ||
      (stateName.test(name) && typeof value === "string" && goneState.test(value)),
  );
}

/** True for a set flag, or for a time of deletion. */
function isSet(value: Json): boolean {
  return value !== null && value !== false && value !== "" && value !== 0;
}
