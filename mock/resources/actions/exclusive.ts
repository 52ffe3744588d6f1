import { type JsonObject, extractItemId, listSchemaParts, valueAt } from "../../../contracts/index.ts";
import type { Call } from "../../calls/call.ts";
import type { Address } from "../../state/store.ts";
import { type ItemKeys, findItems } from "../find-items.ts";
import type { ResourceContext } from "../resource-context.ts";
import { flagsOfAction } from "./effect.ts";

const exclusiveWords = /\bonly one\b|\bothers?\b.*\b(inactive|deactivat|disabl|unset)/is;

/**
 * Compiles the change of the other items of a collection by an action on a flag that only one item has at a time, as the
 * text of the action or of the flag says. Undefined if no text says so.
 */
export function createExclusiveFlags(
  context: ResourceContext,
): ((call: Call, changed: Address) => Promise<void>) | undefined {
  const { contract, operation, role, representations, shower } = context;
  if (role.kind !== "transition") return undefined;
  const description = valueAt(contract.document, `${operation.pointer}/description`);
  const ofFlag = (name: string): unknown[] =>
    listSchemaParts(contract, representations.propertyOf(shower.operation, name)).map((part) => part["description"]);
  const flags = flagsOfAction(context).filter(({ name }) =>
    [operation.summary, description, ...ofFlag(name)].some((text) => exclusiveWords.test(String(text ?? ""))),
  );
  if (flags.length === 0) return undefined;
  const readFlagKeys: ItemKeys = ({ value: item }) =>
    flags.some(({ name, value }) => item[name] === value) ? ["set"] : [];
  return async (call, changed) => {
    const { store } = call;
    for (const item of await findItems(call, changed.collection, { keysOf: readFlagKeys, key: "set" })) {
      const id = String(extractItemId(item.value, role) ?? "");
      if (id === "" || id === changed.id) continue;
      await store.change({ ...changed, id }, (stored) =>
        stored ? { ...stored, value: withoutFlags(stored.value) } : null,
      );
    }
  };

  function withoutFlags(item: JsonObject): JsonObject {
    const set = flags.filter(({ name, value }) => item[name] === value);
    return { ...item, ...Object.fromEntries(set.map(({ name, opposite }) => [name, opposite])) };
  }
}
