import { type Json, type JsonObject, isObject } from "../../../../../contracts/index.ts";
import { filterObjects } from "../../../../../mock/profile/index.ts";
import { type Decimal, toDecimal, toMoney, computePercent, times, toCents } from "./money.ts";

/** Amount of one unit of a price, and the percentage of tax on it. */
export interface UnitPrice {
  readonly unit: Decimal;
  readonly currency: string;
  readonly taxRate: Decimal;
}

/** The price that a price_id names. */
export type PriceList = (priceId: Json | undefined) => UnitPrice;

interface Amounts {
  readonly net: Decimal;
  readonly tax: Decimal;
  readonly currency: string;
}

/**
 * Line items with their amounts, and the totals. Each line is rounded to the cent, and the totals are
 * the sums of the rounded amounts. The currency of the first line applies to the totals. Lines in
 * other currencies do not count, because no exchange rate is known. Pure.
 */
export function withAmounts(lines: readonly JsonObject[], prices: PriceList): JsonObject {
  const each = lines.map((line) => pricedLine(line, prices));
  const currency = each[0]?.amounts.currency ?? "EUR";
  return {
    line_items: each.map(({ line }) => line),
    ...formatTotals(
      sumAmounts(
        each.map(({ amounts }) => amounts),
        currency,
      ),
    ),
  };
}

function pricedLine(line: JsonObject, prices: PriceList): { line: JsonObject; amounts: Amounts } {
  const components = filterObjects(line["item_components"]);
  if (components.length === 0) {
    const { amounts, unit_price } = pricedItem(line, prices);
    return { line: { ...line, unit_price, ...formatTotals(amounts) }, amounts };
  }
  // A line with components has no price of its own. Its amount is its quantity times the amount of its components.
  const each = components.map((component) => {
    const { amounts, unit_price } = pricedItem(component, prices);
    const amount_total = toMoney(toCents(amounts.net + amounts.tax), amounts.currency);
    return { component: { ...component, unit_price, amount_total }, amounts };
  });
  const currency = each[0]?.amounts.currency ?? "EUR";
  const componentAmounts = sumAmounts(
    each.map(({ amounts }) => amounts),
    currency,
  );
  const quantity = readQuantity(line);
  const amounts = {
    net: toCents(times(componentAmounts.net, quantity)),
    tax: toCents(times(componentAmounts.tax, quantity)),
    currency,
  };
  const { unit_price: _own, ...rest } = line;
  return {
    line: { ...rest, item_components: each.map(({ component }) => component), ...formatTotals(amounts) },
    amounts,
  };
}

function pricedItem(item: JsonObject, prices: PriceList): { amounts: Amounts; unit_price: JsonObject } {
  const listPrice = prices(item["price_id"]);
  const own = isObject(item["unit_price"]) ? item["unit_price"] : undefined;
  const unit = own ? toDecimal(String(own["amount"])) : listPrice.unit;
  const currency = own ? String(own["currency"] ?? listPrice.currency) : listPrice.currency;
  const net = toCents(times(unit, readQuantity(item)));
  return {
    amounts: { net, tax: toCents(computePercent(net, listPrice.taxRate)), currency },
    unit_price: own ?? toMoney(unit, currency),
  };
}

function readQuantity({ quantity }: JsonObject): Decimal {
  return toDecimal(typeof quantity === "number" ? quantity : 1);
}

function sumAmounts(amounts: readonly Amounts[], currency: string): Amounts {
  const counted = amounts.filter((each) => each.currency === currency);
  return {
    net: toCents(counted.reduce((total, { net }) => total + net, 0n)),
    tax: toCents(counted.reduce((total, { tax }) => total + tax, 0n)),
    currency,
  };
}

function formatTotals({ net, tax, currency }: Amounts): JsonObject {
  return {
    amount_subtotal: toMoney(net, currency),
    amount_tax: toMoney(tax, currency),
    amount_total: toMoney(toCents(net + tax), currency),
  };
}
