import type { Json, JsonObject } from "../../../../contracts/index.ts";
import { type Behaviour, amendItem, toMembers, filterObjects } from "../../../../mock/profile/index.ts";
import { collections } from "../collections.ts";

/** Assumed: percentage of tax on the items of an order. */
const TAX_PERCENT = 19;

/**
 * Amounts of an order add up, in minor units: the amount of a line is its quantity times its unit
 * price, and the amount of the order is the sum of its lines, with tax. Only the name of the API is
 * stated (§1).
 */
export const orderSums: Behaviour = {
  id: "order-sums",
  section: "1",
  operations: ["order/placeOrder", "order/amendOrder"],
  async handle(call, next) {
    const answer = await next(call);
    const order = "refused" in answer ? {} : toMembers(answer.value);
    if ("refused" in answer || order["id"] === undefined) return answer;
    const members = withSums(filterObjects(order["lines"]));
    const stored = await amendItem(call, collections.orders, { id: String(order["id"]), members });
    if (stored) return { ...answer, value: stored.value, stored };
    return answer;
  },
};

/** Lines with their amounts, and the total. Lines in another currency than the first one do not count. */
function withSums(lines: readonly JsonObject[]): JsonObject {
  const linesWithNet = lines.map((line, index) => ({ ...line, position: index + 1, net: computeNet(line) }));
  const currency = linesWithNet[0]?.net.currency ?? "EUR";
  const net = linesWithNet.reduce((sum, line) => sum + (line.net.currency === currency ? line.net.amount : 0), 0);
  const tax = Math.round((net * TAX_PERCENT) / 100);
  const money = (amount: number): Json => ({ amount, currency });
  return { lines: linesWithNet, net: money(net), tax: money(tax), gross: money(net + tax) };
}

function computeNet({ quantity, unit_price }: JsonObject): { readonly amount: number; readonly currency: string } {
  const { amount, currency } = toMembers(unit_price);
  const product = Number(quantity) * Number(amount);
  // Assumed: both are numbers.
  return { amount: Number.isFinite(product) ? product : 0, currency: String(currency ?? "EUR") };
}
