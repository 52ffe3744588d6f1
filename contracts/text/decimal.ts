import { withoutTrailing } from "./trailing.ts";

/** A number as it is written, without what says nothing: 0.digits times ten to the exponent. */
interface Decimal {
  readonly isNegative: boolean;
  /** Neither begins nor ends with 0; empty for zero. */
  readonly digits: string;
  readonly exponent: number;
}

const written = /^([-+]?)(\d*)(?:\.(\d*))?(?:e([-+]?\d+))?$/i;

/** The number that a text of JSON or YAML is; undefined where it is none. */
export function decimalOf(text: string): Decimal | undefined {
  if (/^0[xo]/.test(text)) return decimalOf(String(BigInt(text)));
  const [, sign = "", whole = "", fraction = "", power = "0"] = written.exec(text) ?? [];
  if (whole === "" && fraction === "") return undefined;
  const all = whole + fraction;
  const digits = all.replace(/^0+/, "");
  const exponent = Number(power) + whole.length - (all.length - digits.length);
  const significant = withoutTrailing(digits, "0");
  if (significant === "") return { isNegative: false, digits: "", exponent: 0 };
  return { isNegative: sign === "-", digits: significant, exponent };
}

/** Negative where the first number is the smaller one. */
export function compareDecimals(one: Decimal, other: Decimal): number {
  const sign = signOf(one);
  if (sign !== signOf(other)) return sign - signOf(other);
  if (one.exponent !== other.exponent) return (one.exponent - other.exponent) * sign;
  // Digits after a point have one order: that of texts.
  return one.digits === other.digits ? 0 : one.digits < other.digits ? -sign : sign;
}

/** Whether a number cannot be kept as a double: another one would be printed. */
export function isInexact(text: string): boolean {
  const decimal = decimalOf(text);
  const kept = decimalOf(String(Number(text)));
  return decimal !== undefined && (kept === undefined || compareDecimals(decimal, kept) !== 0);
}

function signOf({ isNegative, digits }: Decimal): number {
  return digits === "" ? 0 : isNegative ? -1 : 1;
}
