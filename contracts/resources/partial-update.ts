import type { Contract, Operation } from "../model/contract.ts";
import { valueAt } from "../model/pointer.ts";
import { jsonOf } from "../model/success.ts";
import { bodyWithItem } from "./steps.ts";
import { validatorOf } from "../schema/validator.ts";

const partialWords =
  /partial|merge|patch|un(changed|touched|modified|altered|affected)|kept|keep|stays?\b|remain|retain|preserv|only the|(left|leaves?|leaving) (\w+ )?as\b|not (be )?(changed|modified|touched|altered|overwritten)/i;

const deepMergeWords =
  /merge[- ]patch|rfc ?7396|\bdeep(ly)?[- ]merg|\bmerg\w+ (recursively|deeply)|\brecursive(ly)? (merg|updat|patch)|\bnested (fields|members|properties|objects|attributes)\b.{0,60}\b(merged|kept|unchanged|preserved)/is;

/** True if the text of an operation says that the objects in an item are merged with those that are sent. */
export function mergesNestedObjects(contract: Contract, { method, summary, pointer }: Operation): boolean {
  if (method === "PUT") return false;
  const description = valueAt(contract.document, `${pointer}/description`);
  return deepMergeWords.test(`${summary} ${String(description ?? "")}`);
}

/**
 * True for a PUT that may keep the members that its body leaves out: its text says so, or its contract requires no
 * member of the item. `wrapper` is the property of the body that holds the item.
 */
export function mayBePartialUpdate(contract: Contract, operation: Operation, wrapper?: string): boolean {
  const { method, summary, pointer, body } = operation;
  if (method !== "PUT") return false;
  const description = valueAt(contract.document, `${pointer}/description`);
  if (partialWords.test(`${summary} ${String(description ?? "")}`)) return true;
  const schema = (jsonOf(body?.content ?? []) ?? body?.content[0])?.schema;
  if (schema === undefined) return false;
  const validate = validatorOf(contract, schema.pointer, "request");
  return validate({}).length === 0 || (wrapper !== undefined && validate(bodyWithItem({}, wrapper)).length === 0);
}
