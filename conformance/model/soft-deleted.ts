import type { Json, JsonObject } from "../../contracts/index.ts";
import { type Exchange, jsonIn } from "./exchange.ts";

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

/** True for a successful read that shows something, and no member of the item marks it as deleted. */
export function showsUndeleted({ response }: Exchange, item: JsonObject | undefined): boolean {
  return response.status >= 200 && response.status < 300 && !showsNothing(jsonIn(response)) && !isSoftDeleted(item);
}

/** True for JSON without any value: {}, [], null, { "data": null }. Some providers answer so for what is not there. */
export function showsNothing(value: Json | undefined): boolean {
  if (typeof value !== "object") return false;
  return value === null || Object.values(value).every((each) => showsNothing(each as Json));
}
