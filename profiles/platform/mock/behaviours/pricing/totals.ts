import { type Json, type JsonObject, isObject } from "../../../../../contracts/index.ts";
import { objectsIn } from "../../../../../mock/profile/index.ts";
import { type Decimal, decimalOf, moneyOf, percentOf, times, toCents } from "./money.ts";

/** What one unit of a price costs, and the percentage of tax on it. */
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
 * Line items with their amounts, and the totals of all: each line is rounded to the cent, and the
 * totals are the sums of what the lines show. A total is in the currency of the first line; what
 * lines in another one add to it is not known, so they do not count. Pure.
 */
export function priced(lines: readonly JsonObject[], prices: PriceList): JsonObject {
  const each = lines.map((line) => pricedLine(line, prices));
  const currency = each[0]?.amounts.currency ?? "EUR";
  return {
    line_items: each.map(({ line }) => line),
    ...totalsOf(
      sum(
        each.map(({ amounts }) => amounts),
        currency,
      ),
    ),
  };
}

function pricedLine(line: JsonObject, prices: PriceList): { line: JsonObject; amounts: Amounts } {
  const components = objectsIn(line["item_components"]);
  if (components.length === 0) {
    const { amounts, unit_price } = pricedItem(line, prices);
    return { line: { ...line, unit_price, ...totalsOf(amounts) }, amounts };
  }
  // A line that is made of components has no price of its own: it is so many times what they cost together.
  const each = components.map((component) => {
    const { amounts, unit_price } = pricedItem(component, prices);
    const amount_total = moneyOf(toCents(amounts.net + amounts.tax), amounts.currency);
    return { component: { ...component, unit_price, amount_total }, amounts };
  });
  const currency = each[0]?.amounts.currency ?? "EUR";
  const one = sum(
    each.map(({ amounts }) => amounts),
    currency,
  );
  const quantity = quantityOf(line);
  const amounts = { net: toCents(times(one.net, quantity)), tax: toCents(times(one.tax, quantity)), currency };
  const { unit_price: _own, ...rest } = line;
  return { line: { ...rest, item_components: each.map(({ component }) => component), ...totalsOf(amounts) }, amounts };
}

function pricedItem(item: JsonObject, prices: PriceList): { amounts: Amounts; unit_price: JsonObject } {
  const listed = prices(item["price_id"]);
  const own = isObject(item["unit_price"]) ? item["unit_price"] : undefined;
  const unit = own ? decimalOf(String(own["amount"])) : listed.unit;
  const currency = own ? String(own["currency"] ?? listed.currency) : listed.currency;
  const net = toCents(times(unit, quantityOf(item)));
  return {
    amounts: { net, tax: toCents(percentOf(net, listed.taxRate)), currency },
    unit_price: own ?? moneyOf(unit, currency),
  };
}

function quantityOf({ quantity }: JsonObject): Decimal {
  return decimalOf(typeof quantity === "number" ? quantity : 1);
}

function sum(amounts: readonly Amounts[], currency: string): Amounts {
  const counted = amounts.filter((each) => each.currency === currency);
  return {
    net: toCents(counted.reduce((total, { net }) => total + net, 0n)),
    tax: toCents(counted.reduce((total, { tax }) => total + tax, 0n)),
    currency,
  };
}

function totalsOf({ net, tax, currency }: Amounts): JsonObject {
  return {
    amount_subtotal: moneyOf(net, currency),
    amount_tax: moneyOf(tax, currency),
    amount_total: moneyOf(toCents(net + tax), currency),
  };
}
