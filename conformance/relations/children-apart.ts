import type { Violation } from "./story/violation.ts";
import type { Item } from "../items/item.ts";
import type { Json, JsonObject, Operation } from "../../contracts/index.ts";
import { creatingOperationOf } from "../items/creates-items.ts";
import { isSuccess } from "../items/fields.ts";
import { differenceIn } from "../items/difference.ts";
import { confirmViolations } from "./lists/confirm-violations.ts";
import { type Listing, listingsOf } from "./lists/listing.ts";
import type { Relation, Story } from "./story/relation.ts";

/** Items below one parent are neither listed nor read below another parent that was created after them. */
export const childrenApart: Relation = {
  id: "children-apart",
  claim: "A child of one item is neither listed nor read below another item",
  cause: "tenant",
  needs: ["list"],
  runs: 1,
  isWhole: true,
  async holds(item, story) {
    const making = parentMakerOf(story);
    if (!making) return { unjudged: "no operation creates a second parent" };
    const parents = story.resourceWith(story.exchange, { operation: making, pathValues: item.values.slice(0, -2) });
    const other = await parents?.createItem({ seed: 1 });
    if (!other || String(other.id) === String(item.values.at(-2)))
      return { unjudged: "no second parent could be created" };
    const itemBelowOther: Item = { ...item, values: [...item.values.slice(0, -2), other.id, item.id] };
    const broken: Violation[] = [];
    let isJudged = false;
    for (const listing of listingsOf(story.contract, story.resource.collection))
      broken.push(
        ...(await confirmViolations(story, async () => {
          const shown = await shownBelowOther(listing, { item, beside: itemBelowOther }, story);
          isJudged ||= shown !== undefined;
          return shown ?? [];
        })),
      );
    return isJudged ? broken : { unjudged: "no list below the second parent was answered" };
  },
};

async function shownBelowOther(
  listing: Listing,
  { item, beside: itemBelowOther }: { readonly item: Item; readonly beside: Item },
  story: Story,
): Promise<readonly Violation[] | undefined> {
  const request = listing.request(itemBelowOther);
  const exchange = request && (await story.exchange(request, listing.operation));
  const shown = exchange && listing.shown(exchange);
  if (!shown) return undefined;
  const found = shown.find((each) => listing.idOf(each) === String(item.id));
  if (found) {
    const message = "A child of one item is listed below another item, which was created later";
    return isSame(item, found) ? [{ key: "listed", message, exchange }] : [];
  }
  const read = await story.resource.sendRequest("read", itemBelowOther);
  const value = read && isSuccess(read) ? story.resource.itemIn("read", read) : undefined;
  if (!read || !value || !isSame(item, value)) return [];
  const message = "A child of one item is read below another item, whose list does not have it";
  return [{ key: "read", message, exchange: read, otherExchanges: [exchange] }];
}

/** True for the content of the item. Ids may be counted from 1 below each parent, so an id alone does not tell. */
function isSame(item: Item, shown: JsonObject): boolean {
  const sentMembers = sentOf(item);
  return Object.keys(sentMembers).length > 0 && differenceIn(sentMembers, shown) === undefined;
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
