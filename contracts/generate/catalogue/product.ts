import type { Domain, Making } from "./domain.ts";

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

/** Faker has Incredible Rubber Chickens: nothing that a business would show its customers. */
const productName = (making: Making): string => {
  const draw = making.own();
  return `${draw.pick(ranges)} ${draw.pick(wares)}`;
};

export const product: Domain = {
  texts: {
    "product.name, product name, item name, article name, product, article": productName,
    material: (making) => making.own().faker.commerce.productMaterial(),
    // From the range that shops number themselves (GS1, 200 to 299).
    "ean, gtin, barcode": (making) => withCheckDigit(`290${making.own().between(1e8, 9e8)}`),
    sku: (making) => `SKU-${making.own().between(10_000, 99_999)}`,
  },
  numbers: {
    "weight, weight kg": (making) => making.own().between(1, 400) / 10,
    "stock, stock level, in stock": (making) => making.own().between(0, 250),
    rating: (making) => making.own().between(3, 5),
  },
};

function withCheckDigit(digits: string): string {
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
