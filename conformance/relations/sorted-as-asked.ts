import {
  type Contract,
  type Json,
  type JsonObject,
  type Operation,
  isJson,
  validatorOf,
} from "../../contracts/index.ts";
import type { Item } from "../resource.ts";
import { requestMedia } from "../requests/wire.ts";
import { confirmed } from "./lists/confirmed.ts";
import { type Listing, listingsOf } from "./lists/listing.ts";
import { type Order, orderOf } from "./lists/order.ts";
import { pageOf } from "./lists/walk.ts";
import type { Broken, Relation, Story } from "./relation.ts";

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
      for (const order of orders) broken.push(...(await confirmed(story, () => look(order, listing, item, story))));
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

async function look(order: Order, listing: Listing, item: Item, story: Story): Promise<readonly Broken[]> {
  const { limit } = listing.steering;
  const page = await pageOf(listing, item, story, { ...order.asked, ...(limit && { [limit.name]: limit.most }) });
  if (!page) return [];
  const values = page.items.flatMap((each) => each[order.property] ?? []);
  const isBroken = (sign: 1 | -1): boolean => firstWrong(values, sign) !== undefined;
  const [wrong] = [order.sign ? firstWrong(values, order.sign) : isBroken(1) && isBroken(-1) && firstWrong(values, 1)];
  if (!wrong) return [];
  const asked = Object.entries(order.asked).map(([name, value]) => `${name}=${String(value)}`);
  const message = `Asked for with ${asked.join("&")}, the list has ${JSON.stringify(wrong[0])} before ${JSON.stringify(wrong[1])}`;
  return [{ key: asked.join("&"), message, exchange: page.exchange }];
}

function firstWrong(values: readonly Json[], sign: 1 | -1): readonly [Json, Json] | undefined {
  for (const [index, value] of values.slice(1).entries()) {
    const before = values[index] as Json;
    if (compare(before, value) * sign > 0) return [before, value];
  }
  return undefined;
}

const plainText = /^[A-Za-z][A-Za-z0-9]*$/;
const time = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}|$)/;

/** Numbers, times, and texts of plain letters, whose order is the same with capitals and without; all else may be equal. */
function compare(one: Json, other: Json): number {
  if (typeof one === "number" && typeof other === "number") return one - other;
  if (typeof one !== "string" || typeof other !== "string") return 0;
  if (time.test(one) && time.test(other)) return Date.parse(one) - Date.parse(other) || 0;
  if (!plainText.test(one) || !plainText.test(other)) return 0;
  const [byCode, byLetter] = [sideOf(one, other), sideOf(one.toLowerCase(), other.toLowerCase())];
  return byCode === byLetter ? byCode : 0;
}

function sideOf(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
