import type { Domain, ValueContext } from "./domain.ts";
import { readYear } from "./time.ts";

const currencies: Readonly<Record<string, string>> = { DE: "EUR", FR: "EUR", GB: "GBP", US: "USD" };

/** Example accounts of banks and of the SWIFT registry. */
const ibans = ["DE89370400440532013000", "GB29NWBK60161331926819", "FR1420041010050500013M02606"];

/** Currency (ISO 4217) of the object's country, if the object has one. */
function chooseCurrency(context: ValueContext): string {
  const country = context.sibling("country", "country code");
  return currencies[String(country)] ?? "EUR";
}

/** Price in cents that is never a whole amount, so that an integer price is clearly in cents. */
const cents = (context: ValueContext): number =>
  context.ownDraw().between(4, 249) * 100 - context.ownDraw().pick([1, 5, 10, 50]);

/** Amount with decimals, or in cents for integers. */
const amount = (context: ValueContext): number[] => {
  const count = cents(context);
  return [count / 100, count];
};
const decimal = (context: ValueContext): string[] => {
  const count = cents(context);
  return [(count / 100).toFixed(2), String(count)];
};

export const money: Domain = {
  texts: {
    "currency, currency code": chooseCurrency,
    "price, amount, cost, fee, total price, subtotal, balance, revenue, budget, amount decimal": decimal,
    "unit price, net amount, gross amount, tax amount, discount amount, total amount": decimal,
    iban: (context) => context.ownDraw().pick(ibans),
    // Code of a bank that does not exist.
    "bic, swift": () => ["EXAMDEFFXXX", "EXAMDEFF"],
    "bank, bank name": () => "Example Savings Bank",
    "card number, credit card number": () => ["4242 4242 4242 4242", "4242424242424242"],
    "tax rate, vat rate, percentage, percent": (context) => context.ownDraw().pick(["19", "7", "20", "5.5"]),
    "payment method": (context) => context.ownDraw().pick(["sepa", "card", "invoice"]),
    "number, reference, ref": (context) => {
      const count = context.ownDraw().between(100_000, 999_999);
      return [`${readYear(context.time)}-${count}`, String(count)];
    },
  },
  numbers: {
    "price, cost, fee, subtotal, balance, revenue, budget, amount, amount net, amount gross, total price": amount,
    "cents, in cents, minor units": cents,
    "tax rate, vat rate, tax percent, tax percentage": (context) => [context.ownDraw().pick([19, 7, 20]), 0.19],
    "percentage, percent, pct, progress, completion": (context) => [context.ownDraw().between(5, 95), 0.5],
    "rate, ratio, share, probability, confidence, score": (context) => [context.ownDraw().between(5, 95) / 100, 1],
    "discount, discount percent": (context) => [context.ownDraw().pick([5, 10, 15, 20]), 0.1],
    "quantity, qty": (context) => context.ownDraw().between(1, 12),
    "payment term days, term days": (context) => context.ownDraw().pick([14, 30]),
  },
};
