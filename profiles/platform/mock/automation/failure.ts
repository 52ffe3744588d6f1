import { type Json, type JsonObject, isObject } from "../../../../contracts/index.ts";

/**
 * True if an automation fails: its id is "fail…", with or without a prefix. Assumed, so that a consumer
 * can test the failure: `auto_Fail`, `et_Failing`, a webhook "fail", an action "fail-first". No other
 * automation fails.
 */
export function isFailingId(id: Json | undefined): boolean {
  return typeof id === "string" && /^([a-z]+_)?fail/i.test(id);
}

/** True if an action of an automation flow fails, because of its own id or the id of something that it uses. */
export function isFailingAction({ id, config }: JsonObject): boolean {
  return isFailingId(id) || (isObject(config) && Object.values(config).some(isFailingId));
}
