import type { Json, JsonObject } from "../../../../contracts/index.ts";
import { seededNumber } from "../../../../contracts/generate/index.ts";
import {
  type Answer,
  type Behaviour,
  type Call,
  type Handler,
  type Refusal,
  amendItem,
  readOtherItem,
  listOtherItems,
  toMembers,
  newId,
  filterObjects,
  putItem,
} from "../../../../mock/profile/index.ts";
import { collections } from "../collections.ts";
import { toDecimal } from "./pricing/money.ts";
import { type PriceList, type UnitPrice, withAmounts } from "./pricing/totals.ts";

/** Assumed: percentage of tax for a price without one. */
const DEFAULT_TAX = toDecimal(19);

/**
 * The amounts of orders, carts and computations add up, line by line. The specification states the
 * lines and the inputs of their fees (§4.7). The computation of amounts is assumed.
 */
export const orderTotals: Behaviour = {
  id: "order-totals",
  section: "4.7",
  operations: ["pricing/computePricing", "pricing/createPricedOrder", "pricing/putPricedOrder", "pricing/checkOutCart"],
  async handle(call, next) {
    const lines = filterObjects(toMembers(call.input.body)["line_items"]);
    const details = withAmounts(lines, await priceList(call, lines));
    if (call.operation.id === "computePricing") return { value: details };
    if (call.operation.id === "checkOutCart") return checkOut(call, details);
    return storeOrder(call, details, next);
  },
};

/** Stores an order as sent, with its computed amounts. */
async function storeOrder(call: Call, details: JsonObject, next: Handler): Promise<Answer | Refusal> {
  const answer = await next(call);
  if ("refused" in answer) return answer;
  const id = String(toMembers(answer.value)["id"]);
  const stored = await amendItem(call, collections.pricedOrders, { id, members: details });
  if (stored) return { ...answer, value: stored.value, stored };
  return answer;
}

/** A cart becomes an order that was placed. */
async function checkOut(call: Call, details: JsonObject): Promise<Answer> {
  const id = await newId(call, "ord");
  const time = new Date(call.now).toISOString();
  const value = { id, status: "placed", ...details, created_at: time, updated_at: time };
  await putItem(call, collections.pricedOrders, { id, value });
  return { value: { order_id: id, amount_total: details["amount_total"] as Json } };
}

/** Prices of the lines: those of the organization, and a generated price for each unknown id. */
async function priceList(call: Call, lines: readonly JsonObject[]): Promise<PriceList> {
  const items = lines.flatMap((line) => [line, ...filterObjects(line["item_components"])]);
  const ids = [...new Set(items.map(({ price_id }) => String(price_id ?? "")))];
  const taxes = new Map(
    (await listOtherItems(call, collections.taxes)).map(({ value }) => [value["id"], value["rate"]]),
  );
  const found = new Map<string, UnitPrice>();
  for (const id of ids) {
    const price = (await readOtherItem(call, collections.prices, id))?.value;
    const unit = toMembers(price?.["unit_price"]);
    const rate = taxes.get(price?.["tax_id"]);
    found.set(id, {
      unit: unit["amount"] === undefined ? generatedUnitPrice(call.seed, id) : toDecimal(String(unit["amount"])),
      currency: String(unit["currency"] ?? "EUR"),
      taxRate: typeof rate === "number" ? toDecimal(rate) : DEFAULT_TAX,
    });
  }
  return (id) => found.get(String(id ?? "")) as UnitPrice;
}

/** An amount between 1.00 and 1000.99, always the same for the same price. */
function generatedUnitPrice(seed: string, id: string): bigint {
  return toDecimal((100 + (Math.abs(seededNumber(`price ${seed} ${id}`)) % 100_000)) / 100);
}
