import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../../../../contracts/index.ts";
import { toDecimal, toMoney, computePercent, times, toCents } from "./money.ts";
import { type PriceList, withAmounts } from "./totals.ts";

const list: PriceList = () => ({ unit: toDecimal("1150.00"), currency: "EUR", taxRate: toDecimal(19) });
const amountOf = (money: Json | undefined): bigint => toDecimal(String((money as JsonObject)["amount"]));
const euros = (amount: string): JsonObject => ({ amount, currency: "EUR" });

describe("toMoney()", () => {
  it("formats an amount so that decimalOf() reads it, in the form of the contract", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 21n), max: 10n ** 21n }), (amount) => {
        const { amount: text } = toMoney(amount, "EUR");
        expect(text).toMatch(/^-?[0-9]{1,12}\.[0-9]{2,10}$/);
        expect(toDecimal(String(text))).toBe(amount);
      }),
    );
  });

  it.each([
    ["0.0912", "0.0912"],
    ["12", "12.00"],
    ["-0.5", "-0.50"],
    ["1190.10", "1190.10"],
  ])("formats %s as %s", (text, written) => {
    expect(toMoney(toDecimal(text), "EUR")).toEqual(euros(written));
  });
});

describe("toCents()", () => {
  it.each([
    ["0.005", "0.01"],
    ["0.0049", "0.00"],
    ["-0.005", "-0.01"],
    ["999999999999.999", "999999999999.99"],
  ])("rounds %s to %s", (text, rounded) => {
    expect(toMoney(toCents(toDecimal(text)), "EUR")).toEqual(euros(rounded));
  });

  it("calculates exactly where floating-point numbers are inexact", () => {
    expect(toMoney(times(toDecimal(0.1), toDecimal(3)), "EUR")).toEqual(euros("0.30"));
    expect(toMoney(computePercent(toDecimal(1150), toDecimal(19)), "EUR")).toEqual(euros("218.50"));
  });
});

describe("withAmounts()", () => {
  const line = fc.record({
    // Amounts above the largest one cannot add up.
    quantity: fc.double({ min: 0, max: 1e4, noNaN: true }),
    unit_price: fc.option(
      fc.integer({ min: 0, max: 1e8 }).map((cents) => euros((cents / 100).toFixed(2))),
      { nil: undefined },
    ),
  });

  it("returns totals that are the sums of the lines, and lines that are the sums of net and tax", () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), (lines) => {
        const details = withAmounts(lines as JsonObject[], list);
        const shown = details["line_items"] as JsonObject[];
        for (const name of ["amount_subtotal", "amount_tax", "amount_total"]) {
          const sum = shown.reduce((total, each) => total + amountOf(each[name]), 0n);
          expect(amountOf(details[name])).toBe(sum);
        }
        for (const each of [details, ...shown])
          expect(amountOf(each["amount_total"])).toBe(amountOf(each["amount_subtotal"]) + amountOf(each["amount_tax"]));
      }),
    );
  });

  it("computes the amounts of the contract's example", () => {
    const lines = [
      { price_id: "price_wallbox", quantity: 1 },
      { price_id: "price_gridconnect", quantity: 1, unit_price: euros("80.00") },
    ];

    expect(withAmounts(lines, list)).toEqual({
      line_items: [
        {
          ...lines[0],
          unit_price: euros("1150.00"),
          amount_subtotal: euros("1150.00"),
          amount_tax: euros("218.50"),
          amount_total: euros("1368.50"),
        },
        { ...lines[1], amount_subtotal: euros("80.00"), amount_tax: euros("15.20"), amount_total: euros("95.20") },
      ],
      amount_subtotal: euros("1230.00"),
      amount_tax: euros("233.70"),
      amount_total: euros("1463.70"),
    });
  });

  it("multiplies the sum of the components by the quantity of the line", () => {
    const components = [
      { quantity: 2, unit_price: euros("10.00") },
      { quantity: 1, unit_price: euros("5.00") },
    ];
    const details = withAmounts([{ quantity: 3, item_components: components, unit_price: euros("1.00") }], list);

    expect(details["amount_subtotal"]).toEqual(euros("75.00"));
    expect(details["amount_total"]).toEqual(euros("89.25"));
    expect(details["line_items"]).toMatchObject([
      { item_components: [{ amount_total: euros("23.80") }, { amount_total: euros("5.95") }] },
    ]);
  });

  it("does not add amounts in another currency", () => {
    const lines = [
      { quantity: 1, unit_price: euros("10.00") },
      { quantity: 1, unit_price: { amount: "10.00", currency: "CHF" } },
    ];

    expect(withAmounts(lines, list)["amount_subtotal"]).toEqual(euros("10.00"));
  });
});
