/** Quotients as near as this to a whole number are one: what a step is cut off to, such as 0.333333333, is meant as a fraction. */
const NEAR = 1e-9;

/**
 * Whether a number is a multiple of another one, as both are written: 32277216.58 is one of 0.01, whatever binary fractions
 * make of it.
 */
export function isMultipleOf(number: number, step: number): boolean {
  if (isMultipleByDivision(number, step)) return true;
  if (!Number.isFinite(number) || !Number.isFinite(step)) return false;
  const [one, other] = [decimalOf(number), decimalOf(step)];
  const exponent = Math.min(one.exponent, other.exponent);
  const scaled = [one, other].map(({ digits, exponent: own }) => digits * 10n ** BigInt(own - exponent));
  const [multiple, divisor] = scaled as [bigint, bigint];
  return divisor !== 0n && multiple % divisor === 0n;
}

/** Whether validators find so that divide, and allow for a small error. */
export function isMultipleByDivision(number: number, step: number): boolean {
  const quotient = number / step;
  return Math.abs(Math.round(quotient) - quotient) <= NEAR;
}

/** 1658 and -2 of 16.58. */
function decimalOf(number: number): { readonly digits: bigint; readonly exponent: number } {
  const [written = "", exponent = "0"] = String(number).split("e");
  const [whole = "", fraction = ""] = written.split(".");
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}
