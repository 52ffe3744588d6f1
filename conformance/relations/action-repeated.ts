import type { Item } from "../items/item.ts";
import type { Operation } from "../../contracts/index.ts";
import { isSuccess } from "../items/fields.ts";
import { refusedAsMalformed } from "./story/malformed.ts";
import type { Relation, Story } from "./story/relation.ts";
import type { Violation } from "./story/violation.ts";

/** Maximum number of actions tried. */
const MAX_ACTIONS = 6;

/** An action that was accepted is the same request when it is sent again, so that only the state can refuse it. */
export const actionRepeated: Relation = {
  id: "action-repeated",
  claim: "A repeated action is not refused as malformed if the contract documents a status for a wrong state",
  cause: "lives",
  needs: [],
  runs: 1,
  isWhole: true,
  async holds(item, story) {
    const broken: Violation[] = [];
    let next: Item | undefined = item;
    for (const action of story.resource.transitions.slice(0, MAX_ACTIONS)) {
      if (next) broken.push(...(await violationsOf(action, next, story)));
      next = await story.resource.createItem();
    }
    return broken;
  },
};

async function violationsOf(action: Operation, item: Item, { resource }: Story): Promise<readonly Violation[]> {
  const first = await resource.sendTransition(action, item);
  const again = first && isSuccess(first) ? await resource.sendTransition(action, item) : undefined;
  if (!first || !again || !refusedAsMalformed(again, action, ["404", "409", "410"])) return [];
  const { status } = again.response;
  const message = `${action.name} was accepted, and the same request was refused with ${status} when it was sent again; the contract has 409 or 404 for an item that does not allow it`;
  return [{ key: `${action.name} ${status}`, message, exchange: again, otherExchanges: [first] }];
}
