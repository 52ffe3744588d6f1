/** Tolerance for quotients. It accepts steps that are rounded fractions, such as 0.333333333. */
const TOLERANCE = 1e-9;

/**
 * Returns true if a number is a multiple of a step in decimal notation: 32277216.58 is a multiple of 0.01, although their
 * binary quotient is not an integer.
 */
export function isDecimalMultiple(number: number, step: number): boolean {
  if (Number.isSafeInteger(number) && Number.isSafeInteger(step)) return number % step === 0;
  if (isMultipleByDivision(number, step)) return true;
  if (!Number.isFinite(number) || !Number.isFinite(step)) return false;
  if (Number.isInteger(step) && !Number.isInteger(number)) return false;
  const [one, other] = [integerAndExponent(number), integerAndExponent(step)];
  const exponent = Math.min(one.exponent, other.exponent);
  const scaled = [one, other].map(({ digits, exponent: own }) => digits * 10n ** BigInt(own - exponent));
  const [multiple, divisor] = scaled as [bigint, bigint];
  return divisor !== 0n && multiple % divisor === 0n;
}

/** Returns true if the quotient is an integer within a small tolerance. Validators compute it like this. */
export function isMultipleByDivision(number: number, step: number): boolean {
  const quotient = number / step;
  return Math.abs(Math.round(quotient) - quotient) <= TOLERANCE;
}

/** Splits a number into an integer and a power of ten: 16.58 is 1658 and -2. */
function integerAndExponent(number: number): { readonly digits: bigint; readonly exponent: number } {
  const [written = "", exponent = "0"] = String(number).split("e");
  const [whole = "", fraction = ""] = written.split(".");
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

/** Least number that is a multiple of two steps. */
export function leastCommonMultiple(one: number, other: number): number {
  const scale = 10 ** Math.max(countDecimals(one), countDecimals(other));
  const [a, b] = [Math.round(one * scale), Math.round(other * scale)];
  let [x, y] = [a, b];
  while (y > 0) [x, y] = [y, x % y];
  return (a * b) / x / scale;
}

/** Number of decimals of a number: 2 for 0.01, 7 for 1e-7. */
export function countDecimals(value: number): number {
  if (Number.isInteger(value)) return 0;
  const [digits = "", exponent = "0"] = String(value).split("e");
  return Math.max(0, (digits.split(".")[1] ?? "").length - Number(exponent));
}
