import {
  type Contract,
  type JsonObject,
  anonymousTemplate,
  canonicalPath,
  itemIdOf,
  jsonOf,
  oncePer,
  rolesOf,
  saysFixed,
} from "../../../contracts/index.ts";
import type { Call } from "../../calls/call.ts";
import type { Refusal } from "../../model/problem.ts";
import type { Address } from "../../state/store.ts";
import type { Stored } from "../../state/stored.ts";
import { createIdCheck, refuseTaken } from "../create.ts";
import { lockFamily, mayChangeKey, moveCollectionsBelow } from "../parents.ts";
import type { ResourceContext } from "../resource-context.ts";
import { canCreateItems } from "../resource.ts";

/** Moves an item to the key that a change gives it. */
export interface Renaming {
  /** The key that an item is changed to, undefined if it keeps its own, or a refusal if another item has it. */
  keyOf(call: Call, own: Address, item: JsonObject): Promise<string | number | undefined | Refusal>;
  /** Moves a changed item, with all below it. */
  move(call: Call, own: Address, next: Moved): Promise<Refusal | undefined>;
}

interface Moved {
  readonly id: string | number;
  readonly stored: Stored;
}

/**
 * Collections whose items others name by key that are stored elsewhere: "/projects" if "/projects/{name}/tasks" lists
 * items of "/tasks". They would not follow the item to its new key.
 */
const namingCollections = oncePer((contract: Contract): ReadonlySet<string> => {
  const found = new Set<string>();
  for (const [{ path }, { collection }] of rolesOf(contract)) {
    const [own, other] = [anonymousTemplate(canonicalPath(path)), anonymousTemplate(collection)];
    for (const { index } of own.matchAll(/\/\{\}(?=\/)/g)) {
      const above = own.slice(0, index);
      if (other !== above && !other.startsWith(`${above}/{}/`)) found.add(above);
    }
  }
  return found;
});

/** Compiles the change of a key: a member that clients choose, and that no description says to be fixed. */
export function createRenaming(context: ResourceContext): Renaming | undefined {
  const { contract, creator, isCreatable, operation, presenter, representations, role } = context;
  const { idProperty: name = "" } = role;
  if (!mayChangeKey(role) || !isCreatable || !creator || canCreateItems(contract, context)) return undefined;
  const isSent = [operation, creator.operation].every((other) => representations.writableProperties(other).has(name));
  const sent = operation.body && jsonOf(operation.body.content)?.schema?.value;
  const schemas = [sent ?? true, representations.shapeOf(presenter.operation)];
  if (!isSent || saysFixed(contract, operation, { name, schemas })) return undefined;
  if (namingCollections(contract).has(anonymousTemplate(role.collection))) return undefined;
  const violationsOf = createIdCheck(context);
  const lockAll = lockFamily(context);
  return { keyOf, move };

  async function keyOf(call: Call, own: Address, item: JsonObject): ReturnType<Renaming["keyOf"]> {
    const id = itemIdOf(item, role);
    const isUsable = violationsOf(id)?.length === 0 && String(id) !== own.id;
    if (!isUsable) return undefined;
    await lockAll?.(call, own);
    if (!(await call.store.read(own))) return undefined;
    const isTaken = await call.store.read({ ...own, id: String(id) });
    return isTaken ? refuseTaken(context, String(id)) : (id as string | number);
  }

  async function move(call: Call, own: Address, { id, stored }: Moved): Promise<Refusal | undefined> {
    const { store } = call;
    const to = { ...own, id: String(id) };
    // Another process may have taken the key since.
    const moved = await store.change(to, (taken) => (taken ? refuseTaken(context, id) : stored));
    if (moved && "refused" in moved) return moved;
    await store.change(own, () => null);
    await moveCollectionsBelow(context, call, own, to);
    return undefined;
  }
}
