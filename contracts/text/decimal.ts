import { withoutTrailing } from "./trailing.ts";

/** Decimal number, normalized: 0.digits times ten to the power of the exponent. */
interface Decimal {
  readonly isNegative: boolean;
  /** Digits without leading or trailing zeros; empty for zero. */
  readonly digits: string;
  readonly exponent: number;
}

const decimalPattern = /^([-+]?)(\d*)(?:\.(\d*))?(?:e([-+]?\d+))?$/i;

/** Parses a number as JSON or YAML writes it. Returns undefined if the text is not a number. */
export function parseDecimal(text: string): Decimal | undefined {
  if (/^0[xo]/.test(text)) return parseDecimal(String(BigInt(text)));
  const [, sign = "", whole = "", fraction = "", power = "0"] = decimalPattern.exec(text) ?? [];
  if (whole === "" && fraction === "") return undefined;
  const allDigits = whole + fraction;
  const digits = allDigits.replace(/^0+/, "");
  const exponent = Number(power) + whole.length - (allDigits.length - digits.length);
  const significant = withoutTrailing(digits, "0");
  if (significant === "") return { isNegative: false, digits: "", exponent: 0 };
  return { isNegative: sign === "-", digits: significant, exponent };
}

/** Compares two decimals for sorting: the result is negative if the first one is smaller. */
export function compareDecimals(one: Decimal, other: Decimal): number {
  const sign = decimalSign(one);
  if (sign !== decimalSign(other)) return sign - decimalSign(other);
  if (one.exponent !== other.exponent) return (one.exponent - other.exponent) * sign;
  // Digits after the decimal point sort as strings do.
  if (one.digits === other.digits) return 0;
  if (one.digits < other.digits) return -sign;
  return sign;
}

/** Returns true if the conversion to a double changes the number. */
export function isInexact(text: string): boolean {
  const decimal = parseDecimal(text);
  const asDouble = parseDecimal(String(Number(text)));
  return decimal !== undefined && (asDouble === undefined || compareDecimals(decimal, asDouble) !== 0);
}

function decimalSign({ isNegative, digits }: Decimal): number {
  if (digits === "") return 0;
  if (isNegative) return -1;
  return 1;
}
