import type { WireRequest } from "../model/wire-message.ts";
import { type Json, isObject, itemIdOf } from "../../contracts/index.ts";
import type { Exchange } from "../model/exchange.ts";
import { differenceIn } from "../items/difference.ts";
import { rolesFor } from "../model/roles.ts";
import type { Scope } from "../scope/scope.ts";

/** Check for items that refused requests left behind. */
interface RefusedItemCheck {
  /** Exchange whose list has an item that no successful request created. Undefined if there is none. */
  left(granted: readonly Exchange[]): Promise<Exchange | undefined>;
}

/** With fewer members, an unrelated item could look alike. */
const LEAST_MEMBERS = 2;

/** Creates an item and lists the collection. Undefined if that is not possible. */
export async function createRefusedItemCheck(
  request: WireRequest,
  { exchange, contract, operation, resource }: Scope,
): Promise<RefusedItemCheck | undefined> {
  if (!resource?.operationOf("list")) return undefined;
  const item = resource.createdItem(await exchange(request));
  const role = rolesFor(contract).get(operation);
  if (!item || role?.idProperty === undefined || Object.keys(item.sent).length < LEAST_MEMBERS) return undefined;
  const listNow = async () => {
    const listExchange = await resource.sendRequest("list", item);
    const items = listExchange && resource.itemsIn(listExchange);
    return (
      listExchange &&
      items && {
        answered: listExchange,
        items,
        ids: new Set(items.map((each) => String(itemIdOf(each, role)))),
      }
    );
  };
  const before = await listNow();
  if (!before) return undefined;
  return {
    async left(granted) {
      const createdItems = granted
        .filter(({ response }) => response.status < 300)
        .map((each) => resource.createdItem(each));
      // An accepted request whose item is unknown could explain any listed item.
      if (createdItems.some((each) => !each)) return undefined;
      const known = new Set([item, ...createdItems].map((each) => String(each?.id)));
      const after = await listNow();
      // If items have left the page, older ones may have moved into it.
      if (!after || [...before.ids].some((id) => !after.ids.has(id))) return undefined;
      const hasUnexplainedItem = after.items.some((each) => {
        const id = String(itemIdOf(each, role));
        return !known.has(id) && !before.ids.has(id) && hasSentValues(item.sent, each);
      });
      return hasUnexplainedItem ? after.answered : undefined;
    },
  };
}

/** True if a listed item has all sent values. */
function hasSentValues(sent: Json, shown: Json): boolean {
  if (!isObject(sent) || !isObject(shown)) return false;
  return Object.keys(sent).every((name) => Object.hasOwn(shown, name)) && differenceIn(sent, shown) === undefined;
}
