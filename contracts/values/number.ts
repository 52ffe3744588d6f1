import fc from "fast-check";
import type { Case } from "./cases.ts";
import { values } from "./type.ts";

const HUNDREDTHS = 100;

export const numberValues = values({
  type: "number",
  valid(wanted) {
    const { low, high } = boundsOf(wanted);
    if (low > high) return undefined;
    const step = stepOf(wanted);
    if (step !== undefined) return multiples(step, low, high);
    // Two decimals print as they were written; a bound with more of them is met by itself.
    const cents = multiples(1 / HUNDREDTHS, low, high) ?? fc.constant(low);
    const whole = multiples(1, low, high);
    return whole ? fc.oneof({ withCrossShrink: true }, whole, cents) : cents;
  },
  plain(wanted) {
    const { low, high } = boundsOf(wanted);
    if (low > high) return undefined;
    const step = stepOf(wanted) ?? (Math.ceil(low) <= Math.floor(high) ? 1 : undefined);
    if (step === undefined) return low;
    if (low <= step && step <= high) return step;
    return low > 0 ? Math.ceil(low / step) * step : Math.floor(high / step) * step + 0;
  },
  invalid: {
    minimum: ({ minimum, integer }) => (minimum === -Infinity ? undefined : below(minimum, integer)),
    maximum: ({ maximum, integer }) => (maximum === Infinity ? undefined : above(maximum, integer)),
    exclusiveMinimum: ({ exclusiveMinimum: bound, integer }) =>
      bound === -Infinity ? undefined : fc.oneof({ withCrossShrink: true }, fc.constant(bound), below(bound, integer)),
    exclusiveMaximum: ({ exclusiveMaximum: bound, integer }) =>
      bound === Infinity ? undefined : fc.oneof({ withCrossShrink: true }, fc.constant(bound), above(bound, integer)),
    multipleOf(wanted, value) {
      const step = wanted.multipleOf[0];
      return step === undefined ? undefined : value.map((number) => (number as number) + step / 2);
    },
  },
});

function below(bound: number, integer: boolean): fc.Arbitrary<number> {
  return fc.integer({ min: 1, max: 1000 }).map((distance) => (integer ? Math.ceil(bound) : bound) - distance);
}

function above(bound: number, integer: boolean): fc.Arbitrary<number> {
  return fc.integer({ min: 1, max: 1000 }).map((distance) => (integer ? Math.floor(bound) : bound) + distance);
}

/** Both bounds, inclusive. Without them, numbers stay where 32 bits hold them. */
function boundsOf(wanted: Case): { low: number; high: number } {
  const tick = wanted.integer ? 1 : 1 / HUNDREDTHS;
  const low = wanted.exclusiveMinimum >= wanted.minimum ? wanted.exclusiveMinimum + tick : wanted.minimum;
  const high = wanted.exclusiveMaximum <= wanted.maximum ? wanted.exclusiveMaximum - tick : wanted.maximum;
  return {
    low: low === -Infinity ? Math.min(-(2 ** 31), high - 1000) : low,
    high: high === Infinity ? Math.max(2 ** 31 - 1, low + 1000) : high,
  };
}

/** The distance between neighbours, where they have one. */
function stepOf({ integer, multipleOf }: Case): number | undefined {
  const steps = multipleOf.length > 0 ? multipleOf : integer ? [1] : [];
  if (steps.length === 0) return undefined;
  const step = steps.reduce(leastCommonMultiple);
  return integer && !Number.isInteger(step) ? leastCommonMultiple(step, 1) : step;
}

function multiples(step: number, low: number, high: number): fc.Arbitrary<number> | undefined {
  const min = Math.ceil(low / step);
  const max = Math.floor(high / step);
  if (min > max) return undefined;
  const decimals = (String(step).split(".")[1] ?? "").length;
  return fc
    .integer({ min: Math.max(min, -(2 ** 52)), max: Math.min(max, 2 ** 52) })
    .map((count) => Number((count * step).toFixed(decimals)) + 0);
}

function leastCommonMultiple(one: number, other: number): number {
  const scale = 10 ** Math.max(decimalsOf(one), decimalsOf(other));
  const [a, b] = [Math.round(one * scale), Math.round(other * scale)];
  let [x, y] = [a, b];
  while (y !== 0) [x, y] = [y, x % y];
  return (a * b) / x / scale;
}

function decimalsOf(value: number): number {
  return (String(value).split(".")[1] ?? "").length;
}
