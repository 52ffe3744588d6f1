import { isDeepStrictEqual } from "node:util";
import {
  type Contract,
  type Json,
  type JsonObject,
  type JsonSchema,
  isObject,
  jsonOf,
  memberSchemaOf,
} from "../../../../../contracts/index.ts";
import { type Address, type Call, type Store, timeOf } from "../../../../../mock/profile/index.ts";
import { MASK, maskValue } from "../../../../../contracts/secrets/index.ts";

/** A resource that existed before the change. */
interface Change {
  readonly id: string;
  readonly before: JsonObject;
  readonly after: JsonObject;
}

/** A store that records the changes of existing resources. Created and deleted resources do not count as changes. */
export function recordingStore(store: Store): { readonly store: Store; readonly changes: readonly Change[] } {
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
 * Fields that a change altered: "department", "address.city". A list is reported as a whole. Secrets
 * and timestamps are left out.
 */
export function changedFields(
  { contract, operation, now }: Pick<Call, "contract" | "operation" | "now">,
  { before, after }: Omit<Change, "id">,
): readonly JsonObject[] {
  const schema = jsonOf(operation.body?.content ?? [])?.schema?.value;
  const fields = differences({ before, after }, { contract, schema: schema ?? true, path: "" });
  return fields.filter((each) => each["after"] !== timeOf(now));
}

interface Place {
  readonly contract: Contract;
  readonly schema: JsonSchema;
  readonly path: string;
}

function differences({ before, after }: Omit<Change, "id">, { contract, schema, path }: Place): JsonObject[] {
  const removedNames = Object.keys(before).filter((name) => !Object.hasOwn(after, name));
  return [...Object.keys(after), ...removedNames].flatMap((name) => {
    const [was, is] = [ownValueOf(before, name), ownValueOf(after, name)];
    if (was === is || isDeepStrictEqual(was, is)) return [];
    if (isObject(was) && isObject(is)) {
      const place = { contract, schema: memberSchemaOf(contract, schema, name), path: `${path}${name}.` };
      return differences({ before: was, after: is }, place);
    }
    const masked = (value: JsonObject): Json | undefined =>
      ownValueOf(maskValue(value, contract, schema) as JsonObject, name);
    const [shownBefore, shownAfter] = [
      was !== undefined && masked({ [name]: was }),
      is !== undefined && masked({ [name]: is }),
    ];
    if (shownBefore === MASK || shownAfter === MASK) return [];
    return {
      field: path + name,
      ...(was !== undefined && { before: shownBefore as Json }),
      ...(is !== undefined && { after: shownAfter as Json }),
    };
  });
}

function ownValueOf(value: JsonObject, name: string): Json | undefined {
  if (Object.hasOwn(value, name)) return value[name];
  return undefined;
}
