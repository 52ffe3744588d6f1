import type { WireRequest } from "../model/wire-message.ts";
import { type Json, isObject, idShown } from "../../contracts/index.ts";
import type { Exchange } from "../model/exchange.ts";
import { differenceIn } from "../items/difference.ts";
import { rolesFor } from "../model/roles.ts";
import type { Scope } from "../scope/scope.ts";

/** What a request to make an item leaves behind where it was refused. */
interface Trace {
  /** The list that has an item like it that nobody was granted, if it does. */
  left(granted: readonly Exchange[]): Promise<Exchange | undefined>;
}

/** Of fewer members, something else could be just like it. */
const LEAST_MEMBERS = 2;

/** Makes an item and lists what there is; nothing where none is made, or the contract has no list. */
export async function traceOf(
  request: WireRequest,
  { exchange, contract, operation, resource }: Scope,
): Promise<Trace | undefined> {
  if (!resource?.operationOf("list")) return undefined;
  const item = resource.made(await exchange(request));
  const idProperty = rolesFor(contract).get(operation)?.idProperty;
  if (!item || idProperty === undefined || Object.keys(item.sent).length < LEAST_MEMBERS) return undefined;
  const listNow = async () => {
    const answered = await resource.ask("list", item);
    const items = answered && resource.listed(answered);
    return (
      answered && items && { answered, items, ids: new Set(items.map((each) => String(idShown(each, { idProperty })))) }
    );
  };
  const before = await listNow();
  if (!before) return undefined;
  return {
    async left(granted) {
      const made = granted.filter(({ response }) => response.status < 300).map((each) => resource.made(each));
      // What was granted and not shown could be any of those that are listed.
      if (made.some((each) => !each)) return undefined;
      const known = new Set([item, ...made].map((each) => String(each?.id)));
      const after = await listNow();
      // Where some have gone from the page, others may have come into it that were there before.
      if (!after || [...before.ids].some((id) => !after.ids.has(id))) return undefined;
      const odd = after.items.some((each) => {
        const id = String(idShown(each, { idProperty }));
        return !known.has(id) && !before.ids.has(id) && isLike(item.sent, each);
      });
      return odd ? after.answered : undefined;
    },
  };
}

/** Whether a listed item shows all that was asked for, as it was asked for. */
function isLike(sent: Json, shown: Json): boolean {
  if (!isObject(sent) || !isObject(shown)) return false;
  return Object.keys(sent).every((name) => Object.hasOwn(shown, name)) && differenceIn(sent, shown) === undefined;
}
