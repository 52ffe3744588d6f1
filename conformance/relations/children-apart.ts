import type { Violation } from "./story/violation.ts";
import type { Item } from "../items/item.ts";
import type { Json, Operation } from "../../contracts/index.ts";
import { creatingOperationOf } from "../items/creates-items.ts";
import { differenceIn } from "../items/difference.ts";
import { confirmViolations } from "./lists/confirm-violations.ts";
import { type Listing, listingsOf } from "./lists/listing.ts";
import type { Relation, Story } from "./story/relation.ts";

/** Items below one parent are not listed below another parent that was created after them. */
export const childrenApart: Relation = {
  id: "children-apart",
  claim: "A child of one item is not listed below another item",
  cause: "tenant",
  needs: ["list"],
  runs: 1,
  isWhole: true,
  async holds(item, story) {
    const making = parentMakerOf(story);
    if (!making) return [];
    const parents = story.resourceWith(story.exchange, { operation: making, pathValues: item.values.slice(0, -2) });
    const other = await parents?.createItem({ seed: 1 });
    if (!other || String(other.id) === String(item.values.at(-2))) return [];
    const itemBelowOther: Item = { ...item, values: [...item.values.slice(0, -2), other.id, item.id] };
    const broken: Violation[] = [];
    for (const listing of listingsOf(story.contract, story.resource.collection))
      broken.push(
        ...(await confirmViolations(story, () => listedBelowOther(listing, { item, beside: itemBelowOther }, story))),
      );
    return broken;
  },
};

async function listedBelowOther(
  listing: Listing,
  { item, beside: itemBelowOther }: { readonly item: Item; readonly beside: Item },
  story: Story,
): Promise<readonly Violation[]> {
  const request = listing.request(itemBelowOther);
  const exchange = request && (await story.exchange(request, listing.operation));
  const found = exchange && listing.shown(exchange)?.find((each) => listing.idOf(each) === String(item.id));
  // Ids may be counted from 1 below each parent. An item with the same id and other content is a different item.
  const sentMembers = sentOf(item);
  if (!found || Object.keys(sentMembers).length === 0 || differenceIn(sentMembers, found) !== undefined) return [];
  const message = "What was made below one item is listed below another one, that was made after it";
  return [{ key: "listed", message, exchange }];
}

function sentOf({ sent, value }: Item): Readonly<Record<string, Json>> {
  return Object.fromEntries(Object.entries(value).filter(([name]) => Object.hasOwn(sent, name)));
}

/** The operation that creates parents of the items of a collection. */
function parentMakerOf({ contract, resource }: Story): Operation | undefined {
  const above = /^(.*)\/\{[^{}]*\}\/[^{}/]*$/.exec(resource.collection)?.[1];
  if (above === undefined) return undefined;
  return creatingOperationOf(contract, above);
}
