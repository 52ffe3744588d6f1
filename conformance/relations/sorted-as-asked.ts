import type { Violation } from "./story/violation.ts";
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
import { confirmViolations } from "./lists/confirm-violations.ts";
import { listingsOf } from "./lists/listing.ts";
import { orderOf } from "./lists/order.ts";
import { orderBroken } from "./lists/ordered.ts";
import type { Relation, Story } from "./story/relation.ts";

/** Unsorted values with one clear order: numbers that sort differently as texts, and texts that sort alike in every collation. */
const unsortedValues: readonly (readonly Json[])[] = [
  [9, 100, 10],
  ["beech", "ash", "cedar"],
];

/** A list has the requested order. Only orders that an enum documents are requested. */
export const sortedAsAsked: Relation = {
  id: "sorted-as-asked",
  claim: "A list has the requested order",
  needs: ["list"],
  runs: 1,
  isWhole: true,
  async holds(item, story) {
    const broken: Violation[] = [];
    for (const listing of listingsOf(story.contract, story.resource.collection)) {
      const orders = orderOf(story.contract, listing);
      for (const property of new Set(orders.map((order) => order.property)))
        await makeDistinctItems(property, item, story);
      for (const order of orders)
        broken.push(...(await confirmViolations(story, () => orderBroken(order, listing, item, story))));
    }
    return broken;
  },
};

/** Creates items with unsorted values, if the schema accepts such values. */
async function makeDistinctItems(
  property: string,
  { sent }: Item,
  { resource, contract, operation }: Story,
): Promise<void> {
  const bodies = (values: readonly Json[]): JsonObject[] => values.map((value) => ({ ...sent, [property]: value }));
  const fitting = unsortedValues.find((values) => bodies(values).every((body) => isAllowed(contract, operation, body)));
  for (const body of bodies(fitting ?? [])) await resource.createItem({ body });
}

function isAllowed(contract: Contract, operation: Operation, body: JsonObject): boolean {
  const media = requestMedia(operation);
  if (!media?.schema || !isJson(media.mediaType)) return false;
  return validatorOf(contract, media.schema.pointer, "request")(body).length === 0;
}
