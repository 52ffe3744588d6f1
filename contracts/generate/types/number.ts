import fc from "fast-check";
import { isMultipleByDivision, isMultipleOf } from "../../text/multiple.ts";
import type { Case } from "../cases.ts";
import { numbersNamed } from "../catalogue/index.ts";
import { favoured } from "../guard.ts";
import { isCounted } from "../naming.ts";
import { values } from "./type.ts";

/** Numbers with more decimals than these are made only where there are no others. */
const HUNDREDTH = 0.01;

/** What `toFixed` takes. */
const MAX_DECIMALS = 100;

/** How many steps beyond its bound a number may be wrong. */
const NEAR = 1000;

export const numberValues = values({
  type: "number",
  valid(wanted) {
    const range = rangeOf(wanted);
    if (isEmpty(range)) return undefined;
    const step = stepOf(wanted);
    if (step !== undefined) return multiples(step, range);
    const made = [1, HUNDREDTH].flatMap((usual) => multiples(usual, range) ?? []);
    return made.length > 0 ? fc.oneof({ withCrossShrink: true }, ...made) : anywhere(range);
  },
  plain(wanted, _nested, naming) {
    const range = rangeOf(wanted);
    if (isEmpty(range)) return undefined;
    const named = numbersNamed(naming).find((number) => isIn(range, number) && isMultiple(number, stepOf(wanted)));
    if (named !== undefined) return named;
    const { label, index = 0 } = naming;
    const before = isCounted(label) ? index : 0;
    const exact = stepOf(wanted);
    for (const step of exact === undefined ? [1, HUNDREDTH] : [exact]) {
      const { min, max } = countsIn(range, step);
      if (min <= max) return times(Math.min(Math.max(1, min) + before, max), step);
    }
    return exact === undefined ? range.low + (range.high - range.low) / 2 : undefined;
  },
  invalid: {
    minimum: (wanted, make) =>
      Number.isFinite(wanted.minimum)
        ? make({ ...below(wanted, wanted.minimum), exclusiveMaximum: wanted.minimum })
        : undefined,
    maximum: (wanted, make) =>
      Number.isFinite(wanted.maximum)
        ? make({ ...above(wanted, wanted.maximum), exclusiveMinimum: wanted.maximum })
        : undefined,
    exclusiveMinimum: (wanted, make) =>
      Number.isFinite(wanted.exclusiveMinimum)
        ? make({ ...below(wanted, wanted.exclusiveMinimum), maximum: wanted.exclusiveMinimum })
        : undefined,
    exclusiveMaximum: (wanted, make) =>
      Number.isFinite(wanted.exclusiveMaximum)
        ? make({ ...above(wanted, wanted.exclusiveMaximum), minimum: wanted.exclusiveMaximum })
        : undefined,
    multipleOf(wanted, make) {
      const step = stepOf({ ...wanted, integer: false });
      if (step === undefined) return undefined;
      const off = wanted.integer && step > 1 ? 1 : step / 2;
      const made = make(wanted)?.map((number) => (number as number) + off);
      // Of what is so large that half a step does nothing to it, there is none.
      return made && favoured(made, (number) => !isMultipleOf(number, step));
    },
  },
});

const unbounded = {
  minimum: -Infinity,
  maximum: Infinity,
  exclusiveMinimum: -Infinity,
  exclusiveMaximum: Infinity,
};

function below(wanted: Case, bound: number): Case {
  return { ...wanted, ...unbounded, minimum: bound - nearby(wanted, bound) };
}

function above(wanted: Case, bound: number): Case {
  return { ...wanted, ...unbounded, maximum: bound + nearby(wanted, bound) };
}

/** A distance that also large numbers feel. */
function nearby(wanted: Case, bound: number): number {
  return NEAR * Math.max(stepOf(wanted) ?? 1, Math.abs(bound) * 2 * Number.EPSILON);
}

interface Range {
  readonly low: number;
  readonly high: number;
  /** Whether a bound itself is left out. */
  readonly lowOpen: boolean;
  readonly highOpen: boolean;
}

/** Without bounds, numbers stay where 32 bits hold them. */
export function rangeOf({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Case): Range {
  const low = Math.max(minimum, exclusiveMinimum);
  const high = Math.min(maximum, exclusiveMaximum);
  return {
    low: low === -Infinity ? Math.min(-(2 ** 31), high - NEAR) : low,
    high: high === Infinity ? Math.max(2 ** 31 - 1, low + NEAR) : high,
    lowOpen: exclusiveMinimum === low && low !== -Infinity,
    highOpen: exclusiveMaximum === high && high !== Infinity,
  };
}

export function isEmpty({ low, high, lowOpen, highOpen }: Range): boolean {
  return low > high || (low === high && (lowOpen || highOpen));
}

function isIn({ low, high, lowOpen, highOpen }: Range, number: number): boolean {
  return (lowOpen ? low < number : low <= number) && (highOpen ? number < high : number <= high);
}

function isMultiple(number: number, step: number | undefined): boolean {
  return step === undefined || isMultipleOf(number, step);
}

/** The distance between neighbours, where they have one. */
export function stepOf({ integer, multipleOf }: Case): number | undefined {
  const steps = integer ? [1, ...multipleOf] : multipleOf;
  return steps.length === 0 ? undefined : steps.reduce(leastCommonMultiple);
}

/** Whether there are any. */
export function hasNumbers(wanted: Case): boolean {
  const range = rangeOf(wanted);
  const step = stepOf(wanted);
  if (isEmpty(range) || step === undefined) return !isEmpty(range);
  const { min, max } = countsIn(range, step);
  return min <= max;
}

function multiples(step: number, range: Range): fc.Arbitrary<number> | undefined {
  const { min, max } = countsIn(range, step);
  // Steps so small or so many that they cannot be counted give NaN.
  if (!(min <= max)) return undefined;
  const counts =
    Number.isSafeInteger(min) && Number.isSafeInteger(max)
      ? fc.integer({ min, max })
      : fc.bigInt({ min: BigInt(min), max: BigInt(max) }).map(Number);
  // Those that other validators take for multiples as well.
  return favoured(
    counts.map((count) => times(count, step)),
    (number) => isMultipleByDivision(number, step),
  );
}

/** How many steps from zero the first and the last number of a range are. */
export function countsIn({ low, high, lowOpen, highOpen }: Range, step: number): { min: number; max: number } {
  const min = Math.max(-Number.MAX_VALUE, Math.ceil(quotient(low, step)));
  const max = Math.min(Number.MAX_VALUE, Math.floor(quotient(high, step)));
  return {
    min: lowOpen && times(min, step) <= low ? min + 1 : min,
    max: highOpen && times(max, step) >= high ? max - 1 : max,
  };
}

/** 0.3 holds 0.1 three times, though 0.3 / 0.1 is 2.9999999999999996. */
function quotient(value: number, step: number): number {
  const exact = value / step;
  return Math.abs(exact) < 1e12 ? Number(exact.toPrecision(14)) : exact;
}

/** Without the dust of binary fractions, and never -0. */
export function times(count: number, step: number): number {
  const decimals = Math.min(MAX_DECIMALS, decimalsOf(step));
  return (decimals === 0 ? count * step : Number((count * step).toFixed(decimals))) + 0;
}

function anywhere({ low, high, lowOpen, highOpen }: Range): fc.Arbitrary<number> {
  return fc
    .double({ min: low, max: high, minExcluded: lowOpen, maxExcluded: highOpen, noNaN: true })
    .map((number) => number + 0);
}

function leastCommonMultiple(one: number, other: number): number {
  const scale = 10 ** Math.max(decimalsOf(one), decimalsOf(other));
  const [a, b] = [Math.round(one * scale), Math.round(other * scale)];
  let [x, y] = [a, b];
  while (y > 0) [x, y] = [y, x % y];
  return (a * b) / x / scale;
}

/** The decimals that a number is written with: 2 for 0.01, 7 for 1e-7. */
function decimalsOf(value: number): number {
  const [digits = "", exponent = "0"] = String(value).split("e");
  return Math.max(0, (digits.split(".")[1] ?? "").length - Number(exponent));
}
