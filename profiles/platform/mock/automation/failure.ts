import { type Json, type JsonObject, isObject } from "../../../../contracts/index.ts";

/**
 * Assumed: what an automation calls "fail…" does fail, so that a consumer can try what comes of it: `auto_Fail`,
 * `et_Failing`, a webhook "fail", an action "fail-first". No automation does by itself.
 */
export function isMeantToFail(id: Json | undefined): boolean {
  return typeof id === "string" && /^([a-z]+_)?fail/i.test(id);
}

/** Whether an action of an automation flow fails: by its own id, or by that of anything that it uses. */
export function doesFail({ id, config }: JsonObject): boolean {
  return isMeantToFail(id) || (isObject(config) && Object.values(config).some(isMeantToFail));
}
