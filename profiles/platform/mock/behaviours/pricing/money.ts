import type { JsonObject } from "../../../../../contracts/index.ts";

/** An exact decimal number as an integer: the number multiplied by 10^10. */
export type Decimal = bigint;

const DIGITS = 10;
const ONE = 10n ** BigInt(DIGITS);
const CENT = ONE / 100n;

/** The largest amount that the contracts allow. */
const LARGEST = 10n ** 12n * ONE - CENT;

const DECIMAL_FORM = /^-?\d+(\.\d*)?$/;

/**
 * Parses a text such as "-12.5", or a number of JSON. Any other text counts as 0 and is not refused, because the format
 * of amounts is assumed.
 */
export function toDecimal(value: string | number): Decimal {
  const text = typeof value === "number" ? value.toFixed(DIGITS) : value;
  if (!DECIMAL_FORM.test(text)) return 0n;
  const [whole = "0", fraction = ""] = text.replace("-", "").split(".");
  const parts = BigInt(whole) * ONE + BigInt(fraction.slice(0, DIGITS).padEnd(DIGITS, "0"));
  return text.startsWith("-") ? -parts : parts;
}

export function times(one: Decimal, other: Decimal): Decimal {
  return (one * other) / ONE;
}

/** A percentage of an amount. */
export function computePercent(amount: Decimal, rate: Decimal): Decimal {
  return times(amount, rate) / 100n;
}

/** Rounds to the nearest cent, half away from zero, as invoices do. Limits the result to the largest amount. */
export function toCents(amount: Decimal): Decimal {
  const size = amount < 0n ? -amount : amount;
  const cents = ((size + CENT / 2n) / CENT) * CENT;
  const rounded = cents > LARGEST ? LARGEST : cents;
  return amount < 0n ? -rounded : rounded;
}

/** An amount in the contracts' format, with at least two digits after the point. */
export function toMoney(amount: Decimal, currency: string): JsonObject {
  const size = amount < 0n ? -amount : amount;
  const fraction = String(size % ONE)
    .padStart(DIGITS, "0")
    .replace(/0{1,8}$/, "");
  return { amount: `${amount < 0n ? "-" : ""}${size / ONE}.${fraction}`, currency };
}
