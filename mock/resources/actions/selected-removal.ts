import { itemIdOf, responseFor, singular } from "../../../contracts/index.ts";
import type { Call, Handler } from "../../calls/call.ts";
import type { Stored } from "../../state/stored.ts";
import { allItems } from "../find-items.ts";
import { membersIn } from "../members/members.ts";
import { collectionOf } from "../resource.ts";
import type { ResourceContext } from "../resource-context.ts";
import { deleteHandler } from "./removal.ts";

/** Stands for the parameter of an item, where no path has one: "id" may be that of an item above. */
const NO_PARAMETER = " id";

/** Deletes the items of a list whose members have the values of a request, and answers as another handler does. */
export function withSelectedRemoval(context: ResourceContext, next: Handler): Handler {
  const { operation, role } = context;
  const collection = collectionOf(role);
  const { idParameter = NO_PARAMETER } = role;
  const selects = Object.entries(role.selects ?? {});
  const removeOne = deleteHandler({ ...context, role: { ...role, kind: "delete", idParameter } });
  const mayRefuse = responseFor(operation, 404) !== undefined;
  return async (call) => {
    const { parameters, body } = call.input;
    const values = { ...membersIn(body), ...parameters };
    const isSelected = ({ value }: Stored): boolean =>
      selects.every(([field, member]) => String(value[member]) === String(values[field]));
    const place = collection(call);
    const ids = await findIds(call, place, isSelected);
    if (ids.length === 0 && mayRefuse) {
      const named = selects.map(([field]) => `${field} "${String(values[field])}"`).join(" and ");
      return { refused: `There is no ${singular(role.collection)} with ${named}`, status: 404 };
    }
    for (const id of ids) {
      const removed = await removeOne({
        ...call,
        input: { ...call.input, parameters: { ...parameters, [idParameter]: id } },
      });
      if ("refused" in removed) return removed;
    }
    return next(call);
  };

  /** Ids of the selected items: those that they are stored by, where they show none. */
  async function findIds(
    { store, world: { organization } }: Call,
    place: string,
    isSelected: (stored: Stored) => boolean,
  ): Promise<readonly string[]> {
    const { items } = await store.list(organization, place, allItems);
    const selected = items.filter(isSelected);
    const ids = selected.map(({ value }) => itemIdOf(value, role)).filter((id) => id !== undefined);
    if (ids.length === selected.length && role.idProperty !== undefined) return ids.map(String);
    const stored = [...((await store.dump(organization)).collections.get(place) ?? [])];
    return stored.filter(([, each]) => isSelected(each)).map(([id]) => id);
  }
}
