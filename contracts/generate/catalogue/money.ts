import type { Domain, ValueContext } from "./domain.ts";

const currencies: Readonly<Record<string, string>> = { DE: "EUR", FR: "EUR", GB: "GBP", US: "USD" };

/** Example accounts of banks and of the SWIFT registry. */
const ibans = ["DE89370400440532013000", "GB29NWBK60161331926819", "FR1420041010050500013M02606"];

/** Currency (ISO 4217) of the object's country, if the object has one. */
function currencyOf(making: ValueContext): string {
  const country = making.sibling("country", "country code");
  return currencies[String(country)] ?? "EUR";
}

/** Price in cents that is never a whole amount, so that an integer price is clearly in cents. */
const cents = (making: ValueContext): number =>
  making.ownDraw().between(4, 249) * 100 - making.ownDraw().pick([1, 5, 10, 50]);

/** Amount with decimals, or in cents for integers. */
const amount = (making: ValueContext): number[] => [cents(making) / 100, cents(making)];
const decimal = (making: ValueContext): string[] => [(cents(making) / 100).toFixed(2), String(cents(making))];

export const money: Domain = {
  texts: {
    "currency, currency code": currencyOf,
    "price, amount, cost, fee, total price, subtotal, balance, revenue, budget, amount decimal": decimal,
    "unit price, net amount, gross amount, tax amount, discount amount, total amount": decimal,
    iban: (making) => making.ownDraw().pick(ibans),
    // Code of a bank that does not exist.
    "bic, swift": () => ["EXAMDEFFXXX", "EXAMDEFF"],
    "bank, bank name": () => "Example Savings Bank",
    "card number, credit card number": () => ["4242 4242 4242 4242", "4242424242424242"],
    "tax rate, vat rate, percentage, percent": (making) => making.ownDraw().pick(["19", "7", "20", "5.5"]),
    "payment method": (making) => making.ownDraw().pick(["sepa", "card", "invoice"]),
    "number, reference, ref": (making) => {
      const count = making.ownDraw().between(100_000, 999_999);
      return [`${new Date(making.time).getUTCFullYear()}-${count}`, String(count)];
    },
  },
  numbers: {
    "price, cost, fee, subtotal, balance, revenue, budget, amount, amount net, amount gross, total price": amount,
    "cents, in cents, minor units": cents,
    "tax rate, vat rate, tax percent, tax percentage": (making) => [making.ownDraw().pick([19, 7, 20]), 0.19],
    "percentage, percent, pct, progress, completion": (making) => [making.ownDraw().between(5, 95), 0.5],
    "rate, ratio, share, probability, confidence, score": (making) => [making.ownDraw().between(5, 95) / 100, 1],
    "discount, discount percent": (making) => [making.ownDraw().pick([5, 10, 15, 20]), 0.1],
    "quantity, qty": (making) => making.ownDraw().between(1, 12),
    "payment term days, term days": (making) => making.ownDraw().pick([14, 30]),
  },
};
