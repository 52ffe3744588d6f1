import type { Broken } from "./story/broken.ts";
import type { Item } from "../items/item.ts";
import {
  type Contract,
  type Json,
  type JsonObject,
  type Operation,
  isJson,
  validatorOf,
} from "../../contracts/index.ts";
import { requestMedia } from "../requests/wire.ts";
import { confirmed } from "./lists/confirmed.ts";
import { listingsOf } from "./lists/listing.ts";
import { orderOf } from "./lists/order.ts";
import { orderBroken } from "./lists/ordered.ts";
import type { Relation, Story } from "./story/relation.ts";

/** Numbers that are ordered otherwise as texts, and texts that every alphabet has in this order; unordered as they stand. */
const telling: readonly (readonly Json[])[] = [
  [9, 100, 10],
  ["beech", "ash", "cedar"],
];

/** A list is in the order that was asked for, where the contract counts the orders. */
export const sortedAsAsked: Relation = {
  id: "sorted-as-asked",
  claim: "A list is in the order that was asked for",
  needs: ["list"],
  runs: 1,
  isWhole: true,
  async holds(item, story) {
    const broken: Broken[] = [];
    for (const listing of listingsOf(story.contract, story.resource.collection)) {
      const orders = orderOf(story.contract, listing);
      for (const property of new Set(orders.map((order) => order.property))) await makeTelling(property, item, story);
      for (const order of orders)
        broken.push(...(await confirmed(story, () => orderBroken(order, listing, item, story))));
    }
    return broken;
  },
};

/** Makes items that show how they are ordered, where the contract lets them have such values. */
async function makeTelling(property: string, { sent }: Item, { resource, contract, operation }: Story): Promise<void> {
  const bodies = (values: readonly Json[]): JsonObject[] => values.map((value) => ({ ...sent, [property]: value }));
  const fitting = telling.find((values) => bodies(values).every((body) => isAllowed(contract, operation, body)));
  for (const body of bodies(fitting ?? [])) await resource.make({ body });
}

function isAllowed(contract: Contract, operation: Operation, body: JsonObject): boolean {
  const media = requestMedia(operation);
  if (!media?.schema || !isJson(media.mediaType)) return false;
  return validatorOf(contract, media.schema.pointer, "request")(body).length === 0;
}
