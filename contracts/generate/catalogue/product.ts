import type { Domain, ValueContext } from "./domain.ts";

const ranges = ["Classic", "Comfort", "Basic", "Plus", "Pro", "Eco", "Family", "Compact"];
const wares = [
  "wallbox",
  "heat pump",
  "solar panel",
  "battery",
  "desk lamp",
  "green tariff",
  "gas boiler",
  "thermostat",
];

/** Plausible product name. Names from faker are too odd for a business ("Incredible Rubber Chicken"). */
const productName = (context: ValueContext): string => {
  const draw = context.ownDraw();
  return `${draw.pick(ranges)} ${draw.pick(wares)}`;
};

export const product: Domain = {
  texts: {
    "product.name, product name, item name, article name, product, article": productName,
    material: (context) => context.ownDraw().faker.commerce.productMaterial(),
    // From the range for internal use in shops (GS1, 200 to 299).
    "ean, gtin, barcode": (context) => withCheckDigit(`290${context.ownDraw().between(1e8, 9e8)}`),
    sku: (context) => `SKU-${context.ownDraw().between(10_000, 99_999)}`,
  },
  numbers: {
    "weight, weight kg": (context) => context.ownDraw().between(1, 400) / 10,
    "stock, stock level, in stock": (context) => context.ownDraw().between(0, 250),
    rating: (context) => context.ownDraw().between(3, 5),
  },
};

function withCheckDigit(digits: string): string {
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
