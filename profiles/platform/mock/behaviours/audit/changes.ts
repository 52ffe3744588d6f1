import { isDeepStrictEqual } from "node:util";
import {
  type Contract,
  type Json,
  type JsonObject,
  type JsonSchema,
  isObject,
  findJsonMedia,
  resolveMemberSchema,
} from "../../../../../contracts/index.ts";
import { type Address, type Call, type Store, formatMoment } from "../../../../../mock/profile/index.ts";
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
  const recordAuditedChange: Store["change"] = (address: Address, step) =>
    store.change(address, (current) => {
      const next = step(current);
      if (current && next !== null && !("refused" in next))
        changes.push({ id: address.id, before: current.value, after: next.value });
      return next;
    });
  return { store: { ...store, change: recordAuditedChange }, changes };
}

/**
 * Fields that a change altered: "department", "address.city". A list is reported as a whole. Secrets
 * and timestamps are left out.
 */
export function changedFields(
  { contract, operation, now }: Pick<Call, "contract" | "operation" | "now">,
  { before, after }: Omit<Change, "id">,
): readonly JsonObject[] {
  const schema = findJsonMedia(operation.body?.content ?? [])?.schema?.value;
  const fields = differences({ before, after }, { contract, schema: schema ?? true, path: "" });
  return fields.filter((each) => each["after"] !== formatMoment(now));
}

interface Place {
  readonly contract: Contract;
  readonly schema: JsonSchema;
  readonly path: string;
}

function differences({ before, after }: Omit<Change, "id">, { contract, schema, path }: Place): JsonObject[] {
  const removedNames = Object.keys(before).filter((name) => !Object.hasOwn(after, name));
  return [...Object.keys(after), ...removedNames].flatMap((name) => {
    const [was, is] = [getOwnValue(before, name), getOwnValue(after, name)];
    if (was === is || isDeepStrictEqual(was, is)) return [];
    if (isObject(was) && isObject(is)) {
      const place = { contract, schema: resolveMemberSchema(contract, schema, name), path: `${path}${name}.` };
      return differences({ before: was, after: is }, place);
    }
    const maskAuditedValue = (value: JsonObject): Json | undefined =>
      getOwnValue(maskValue(value, contract, schema) as JsonObject, name);
    const [shownBefore, shownAfter] = [
      was !== undefined && maskAuditedValue({ [name]: was }),
      is !== undefined && maskAuditedValue({ [name]: is }),
    ];
    if (shownBefore === MASK || shownAfter === MASK) return [];
    return {
      field: path + name,
      ...(was !== undefined && { before: shownBefore as Json }),
      ...(is !== undefined && { after: shownAfter as Json }),
    };
  });
}

function getOwnValue(value: JsonObject, name: string): Json | undefined {
  if (Object.hasOwn(value, name)) return value[name];
  return undefined;
}
