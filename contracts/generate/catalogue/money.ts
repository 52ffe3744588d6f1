import type { Domain, Making } from "./domain.ts";

const currencies: Readonly<Record<string, string>> = { DE: "EUR", FR: "EUR", GB: "GBP", US: "USD" };

/** Accounts that banks and the SWIFT registry print as examples. */
const ibans = ["DE89370400440532013000", "GB29NWBK60161331926819", "FR1420041010050500013M02606"];

/** ISO 4217; the one of the object's country, where it names one. */
function currencyOf(making: Making): string {
  const country = making.sibling("country", "country code");
  return currencies[String(country)] ?? "EUR";
}

/** A price in cents that a shop would ask: never whole, so that whole numbers cannot mean anything else. */
const cents = (making: Making): number => making.own().between(4, 249) * 100 - making.own().pick([1, 5, 10, 50]);

/** Whole numbers count cents, others have them behind the point. */
const amount = (making: Making): number[] => [cents(making) / 100, cents(making)];
const decimal = (making: Making): string[] => [(cents(making) / 100).toFixed(2), String(cents(making))];

export const money: Domain = {
  texts: {
    "currency, currency code": currencyOf,
    "price, amount, cost, fee, total price, subtotal, balance, revenue, budget, amount decimal": decimal,
    "unit price, net amount, gross amount, tax amount, discount amount, total amount": decimal,
    iban: (making) => making.own().pick(ibans),
    // Of a bank that there is not.
    "bic, swift": () => ["EXAMDEFFXXX", "EXAMDEFF"],
    "bank, bank name": () => "Example Savings Bank",
    "card number, credit card number": () => ["4242 4242 4242 4242", "4242424242424242"],
    "tax rate, vat rate, percentage, percent": (making) => making.own().pick(["19", "7", "20", "5.5"]),
    "payment method": (making) => making.own().pick(["sepa", "card", "invoice"]),
    "number, reference, ref": (making) => {
      const count = making.own().between(100_000, 999_999);
      return [`${new Date(making.time).getUTCFullYear()}-${count}`, String(count)];
    },
  },
  numbers: {
    "price, cost, fee, subtotal, balance, revenue, budget, amount, amount net, amount gross, total price": amount,
    "cents, in cents, minor units": cents,
    "tax rate, vat rate, tax percent, tax percentage": (making) => [making.own().pick([19, 7, 20]), 0.19],
    "percentage, percent, pct, progress, completion": (making) => [making.own().between(5, 95), 0.5],
    "rate, ratio, share, probability, confidence, score": (making) => [making.own().between(5, 95) / 100, 1],
    "discount, discount percent": (making) => [making.own().pick([5, 10, 15, 20]), 0.1],
    "quantity, qty": (making) => making.own().between(1, 12),
    "payment term days, term days": (making) => making.own().pick([14, 30]),
  },
};
