import type { Contract, Operation } from "../model/contract.ts";
import { valueAt } from "../model/pointer.ts";
import { findJsonMedia } from "../model/success.ts";
import { bodyWithItem } from "./steps.ts";
import { listPropertyNames } from "../schema/schema.ts";
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

/** Names of members and parameters that list the members which a request changes: "updateMask" (AIP-134). */
const maskNames = /^((update|field)s?_?mask|(fields|properties|attributes)_?to_?update|update(d|_?)_?fields)$/i;

/**
 * True for a PUT that may keep the members that its body leaves out: its text says so, it lists what it changes, or its
 * contract requires no member of the item. `wrapper` is the property of the body that holds the item.
 */
export function mayBePartialUpdate(contract: Contract, operation: Operation, wrapper?: string): boolean {
  const { method, summary, pointer, body, parameters } = operation;
  if (method !== "PUT") return false;
  const description = valueAt(contract.document, `${pointer}/description`);
  if (partialWords.test(`${summary} ${String(description ?? "")}`)) return true;
  const schema = (findJsonMedia(body?.content ?? []) ?? body?.content[0])?.schema;
  if (schema === undefined) return false;
  const names = [...listPropertyNames(contract, schema.value), ...parameters.map(({ name }) => name)];
  if (names.some((name) => maskNames.test(name))) return true;
  const validate = validatorOf(contract, schema.pointer, "request");
  return validate({}).length === 0 || (wrapper !== undefined && validate(bodyWithItem({}, wrapper)).length === 0);
}
