import {
  type Contract,
  type JsonObject,
  type JsonSchema,
  foldedName,
  holdsKey,
  isObject,
  itemIdOf,
  membersOf,
  propertyNamesOf,
  singular,
  typesOf,
  withValueAtPath,
} from "../../../contracts/index.ts";
import type { Handler } from "../../calls/call.ts";
import type { ResourceContext } from "../resource-context.ts";

/** Maximum depth of the object with the list of ids: `data.bulk.order_ids`. */
const MAX_DEPTH = 3;

/**
 * Adds the ids of the written items to a response that lists them beside the items: `order_ids` in
 * `{"data": {"order": {…}, "order_ids": []}}`. A list inside the item is about others.
 */
export function withSavedIds(
  { contract, role, representations, operation }: ResourceContext,
  handler: Handler,
): Handler {
  const isWrite = role.kind === "create" || (role.each !== undefined && role.kind !== "delete" && !operation.safe);
  const steps = isWrite ? findSavedIds(contract, representations.shapeOf(operation), role) : undefined;
  if (!steps) return handler;
  return async (call) => {
    const answer = await handler(call);
    if ("refused" in answer) return answer;
    if (answer.page) {
      const ids = answer.page.items.map(({ value }) => itemIdOf(value, role) ?? null);
      const envelope = withValueAtPath(answer.page.envelope, steps, ids) as JsonObject;
      return { ...answer, page: { ...answer.page, envelope } };
    }
    const { stored, value } = answer;
    if (!stored || !isObject(value)) return answer;
    return { ...answer, value: withValueAtPath(value, steps, [itemIdOf(stored.value, role) ?? null]) };
  };
}

type WrittenRole = Pick<ResourceContext["role"], "collection" | "idProperty" | "itemsProperty" | "wrapper">;

/** Path to the list of the ids of written items in a body. */
function findSavedIds(
  contract: Contract,
  schema: JsonSchema,
  { collection, idProperty, itemsProperty, wrapper }: WrittenRole,
): readonly string[] | undefined {
  const noun = foldedName(singular(collection));
  const names = new RegExp(`^((${noun})|created|saved|inserted|new|updated)?(ids|keys|uuids)$`);
  const items = [wrapper, itemsProperty];
  return findIn(schema, []);

  function findIn(part: JsonSchema, path: readonly string[]): readonly string[] | undefined {
    const members = propertyNamesOf(contract, part);
    if (idProperty !== undefined && members.has(idProperty)) return undefined;
    const own = [...members].find((name) => names.test(foldedName(name)) && listsKeys(part, name));
    if (own !== undefined) return [...path, own];
    if (path.length >= MAX_DEPTH - 1) return undefined;
    for (const name of members) {
      const inside = [...path, name];
      const member = { allOf: membersOf(contract, part, name) };
      if (items.includes(inside.join(".")) || !typesOf(contract, member).includes("object")) continue;
      const found = findIn(member, inside);
      if (found) return found;
    }
    return undefined;
  }

  function listsKeys(part: JsonSchema, name: string): boolean {
    const list = { allOf: membersOf(contract, part, name) };
    const entries = membersOf(contract, list, "items");
    return typesOf(contract, list).includes("array") && entries.some((entry) => holdsKey(contract, entry));
  }
}
