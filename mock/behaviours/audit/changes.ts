import { isDeepStrictEqual } from "node:util";
import { type Json, type JsonObject, isObject, jsonOf } from "../../../contracts/index.ts";
import type { Call } from "../../call.ts";
import { timeOf } from "../../clock.ts";
import { maskValue } from "../../journal/secrets.ts";
import type { Address, Store } from "../../state/store.ts";

/** A resource that was there before it was changed. */
interface Change {
  readonly id: string;
  readonly before: JsonObject;
  readonly after: JsonObject;
}

/** A store, and what is changed through it; what is new or gone is not a change. */
export function watched(store: Store): { readonly store: Store; readonly changes: readonly Change[] } {
  const changes: Change[] = [];
  const change: Store["change"] = (address: Address, step) =>
    store.change(address, (current) => {
      const next = step(current);
      if (current && next !== null && !("refused" in next))
        changes.push({ id: address.id, before: current.value, after: next.value });
      return next;
    });
  return { store: { ...store, change }, changes };
}

/**
 * What a change altered, field by field: "department", "address.city". Lists are told as a whole. Secrets are left
 * out, and so is what only says when.
 */
export function changedFields(
  { contract, operation, now }: Pick<Call, "contract" | "operation" | "now">,
  { before, after }: Omit<Change, "id">,
): readonly JsonObject[] {
  const schema = jsonOf(operation.body?.content ?? [])?.schema?.value;
  const masked = (value: JsonObject): JsonObject => maskValue(value, contract, schema) as JsonObject;
  return differences(masked(before), masked(after), "").filter((each) => each["after"] !== timeOf(now));
}

function differences(before: JsonObject, after: JsonObject, path: string): JsonObject[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) => {
    const [was, is] = [ownOf(before, name), ownOf(after, name)];
    if (isObject(was) && isObject(is)) return differences(was, is, `${path}${name}.`);
    if (isDeepStrictEqual(was, is)) return [];
    return {
      field: path + name,
      ...(was !== undefined && { before: was }),
      ...(is !== undefined && { after: is }),
    };
  });
}

function ownOf(value: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}
