import fc from "fast-check";
import { countDecimals, isMultipleByDivision, isDecimalMultiple } from "../../text/multiple.ts";
import { oncePer } from "../../model/once-per.ts";
import { mergedValue } from "../../schema/keywords/index.ts";
import type { Case } from "../case.ts";
import { numbersNamed } from "../catalogue/index.ts";
import { preferringPassing } from "../guarded.ts";
import { isCounted } from "../naming.ts";
import { values } from "./type.ts";

/** Usual precision. Numbers with more decimals are generated only if there are no others. */
const HUNDREDTH = 0.01;

/** Maximum argument of `toFixed`. */
const MAX_DECIMALS = 100;

/** Maximum number of steps beyond a bound of an invalid number. */
const MAX_STEPS_BEYOND = 1000;

export const numberValues = values({
  type: "number",
  valid(targetCase) {
    const range = readNumberRange(targetCase);
    if (isEmptyRange(range)) return undefined;
    const step = findStep(targetCase);
    if (step !== undefined) return multiplesInRange(step, range);
    const steps = [1, HUNDREDTH].filter((usual) => isInRange(range, times(countSteps(range, usual).min, usual)));
    const candidates = steps.flatMap((usual) => multiplesInRange(usual, range) ?? []);
    if (candidates.length > 0) return fc.oneof({ withCrossShrink: true }, ...candidates);
    return anyInRange(range);
  },
  plain(targetCase, _nested, naming) {
    const { range, exact, usual } = plainNumbersOf(targetCase);
    if (isEmptyRange(range)) return undefined;
    const catalogueNumber = numbersNamed(naming).find(
      (number) => isInRange(range, number) && isMultiple(number, exact),
    );
    if (catalogueNumber !== undefined) return catalogueNumber;
    const { label, index = 0 } = naming;
    const before = isCounted(label) ? index : 0;
    const product = usual && times(Math.min(Math.max(1, usual.min) + before, usual.max), usual.step);
    // Between tight bounds, the product can be rounded to a number outside of them.
    if (product !== undefined && (exact !== undefined || isInRange(range, product))) return product;
    if (exact === undefined) return range.low + (range.high - range.low) / 2;
    return undefined;
  },
  invalid: {
    minimum: (targetCase, make) => {
      if (Number.isFinite(targetCase.minimum))
        return make({ ...belowBound(targetCase, targetCase.minimum), exclusiveMaximum: targetCase.minimum });
      return undefined;
    },
    maximum: (targetCase, make) => {
      if (Number.isFinite(targetCase.maximum))
        return make({ ...aboveBound(targetCase, targetCase.maximum), exclusiveMinimum: targetCase.maximum });
      return undefined;
    },
    exclusiveMinimum: (targetCase, make) => {
      if (Number.isFinite(targetCase.exclusiveMinimum))
        return make({ ...belowBound(targetCase, targetCase.exclusiveMinimum), maximum: targetCase.exclusiveMinimum });
      return undefined;
    },
    exclusiveMaximum: (targetCase, make) => {
      if (Number.isFinite(targetCase.exclusiveMaximum))
        return make({ ...aboveBound(targetCase, targetCase.exclusiveMaximum), minimum: targetCase.exclusiveMaximum });
      return undefined;
    },
    multipleOf(targetCase, make) {
      const step = findStep({ ...targetCase, integer: false });
      if (step === undefined) return undefined;
      const offset = targetCase.integer && step > 1 ? 1 : step / 2;
      const shifted = make(targetCase)?.map((number) => (number as number) + offset);
      // For very large numbers, adding half a step has no effect.
      return shifted && preferringPassing(shifted, (number) => !isDecimalMultiple(number, step));
    },
  },
});

/** Range of a case, its step, and the first usual step with numbers in the range. */
const plainNumbersOf = oncePer((targetCase: Case) => {
  const range = readNumberRange(targetCase);
  const exact = findStep(targetCase);
  const steps = exact === undefined ? [1, HUNDREDTH] : [exact];
  const usual = steps.map((step) => ({ step, ...countSteps(range, step) })).find(({ min, max }) => min <= max);
  return { range, exact, usual };
});

const unbounded = {
  minimum: -Infinity,
  maximum: Infinity,
  exclusiveMinimum: -Infinity,
  exclusiveMaximum: Infinity,
};

function belowBound(targetCase: Case, bound: number): Case {
  return { ...targetCase, ...unbounded, minimum: bound - distanceBeyond(targetCase, bound) };
}

function aboveBound(targetCase: Case, bound: number): Case {
  return { ...targetCase, ...unbounded, maximum: bound + distanceBeyond(targetCase, bound) };
}

/** Distance beyond a bound of an invalid number. It grows with the bound, so that rounding does not cancel it. */
function distanceBeyond(targetCase: Case, bound: number): number {
  return MAX_STEPS_BEYOND * Math.max(findStep(targetCase) ?? 1, Math.abs(bound) * 2 * Number.EPSILON);
}

interface NumberRange {
  readonly low: number;
  readonly high: number;
  /** True if the bound itself is excluded. */
  readonly lowOpen: boolean;
  readonly highOpen: boolean;
}

/** Range of a case. Without bounds, it is that of 32-bit integers. */
export function readNumberRange({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Case): NumberRange {
  const low = Math.max(minimum, exclusiveMinimum);
  const high = Math.min(maximum, exclusiveMaximum);
  return {
    low: low === -Infinity ? Math.min(-(2 ** 31), Math.max(high - stepsBeyond(high), -Number.MAX_VALUE)) : low,
    high: high === Infinity ? Math.max(2 ** 31 - 1, Math.min(low + stepsBeyond(low), Number.MAX_VALUE)) : high,
    lowOpen: exclusiveMinimum === low && low !== -Infinity,
    highOpen: exclusiveMaximum === high && high !== Infinity,
  };
}

/** Distance to the other end of a range with one bound. Beyond whole numbers, some steps have no effect. */
function stepsBeyond(bound: number): number {
  if (Number.isFinite(bound) && Math.abs(bound) > Number.MAX_SAFE_INTEGER) return Math.abs(bound);
  return MAX_STEPS_BEYOND;
}

export function isEmptyRange({ low, high, lowOpen, highOpen }: NumberRange): boolean {
  if (low > high || (low === high && (lowOpen || highOpen))) return true;
  if (!lowOpen || !highOpen) return false;
  // No number lies between two neighbours: their middle is rounded to one of them.
  const middle = low + (high - low) / 2;
  return Number.isFinite(low) && (middle === low || middle === high);
}

function isInRange({ low, high, lowOpen, highOpen }: NumberRange, number: number): boolean {
  return (lowOpen ? low < number : low <= number) && (highOpen ? number < high : number <= high);
}

function isMultiple(number: number, step: number | undefined): boolean {
  return step === undefined || isDecimalMultiple(number, step);
}

/** Distance between neighbouring numbers, if there is one. */
export function findStep({ integer, multipleOf }: Case): number | undefined {
  const steps = integer ? [1, ...multipleOf] : multipleOf;
  return mergedValue("multipleOf", steps);
}

/** Checks that a case has any number. */
export function hasNumbers(targetCase: Case): boolean {
  const range = readNumberRange(targetCase);
  const step = findStep(targetCase);
  if (isEmptyRange(range) || step === undefined) return !isEmptyRange(range);
  const { min, max } = countSteps(range, step);
  return min <= max;
}

function multiplesInRange(step: number, range: NumberRange): fc.Arbitrary<number> | undefined {
  const { min, max } = countSteps(range, step);
  // min and max are NaN if the steps are too small or too many to count.
  if (!(min <= max)) return undefined;
  const counts =
    Number.isSafeInteger(min) && Number.isSafeInteger(max)
      ? fc.integer({ min, max })
      : fc.bigInt({ min: BigInt(min), max: BigInt(max) }).map(Number);
  // Prefers numbers that validators with binary division also accept.
  return preferringPassing(
    counts.map((count) => times(count, step)),
    (number) => isMultipleByDivision(number, step),
  );
}

/** First and last number of a range, counted in steps from zero. */
export function countSteps({ low, high, lowOpen, highOpen }: NumberRange, step: number): { min: number; max: number } {
  const min = Math.max(-Number.MAX_VALUE, Math.ceil(quotient(low, step)));
  const max = Math.min(Number.MAX_VALUE, Math.floor(quotient(high, step)));
  return {
    min: lowOpen && times(min, step) <= low ? min + 1 : min,
    max: highOpen && times(max, step) >= high ? max - 1 : max,
  };
}

/** Quotient without a rounding error: 0.3 / 0.1 is 3, not 2.9999999999999996. */
function quotient(value: number, step: number): number {
  const exact = value / step;
  if (Math.abs(exact) < 1e12) return Number(exact.toPrecision(14));
  return exact;
}

/** Product without the rounding error of binary fractions, and never -0. */
export function times(count: number, step: number): number {
  const decimals = Math.min(MAX_DECIMALS, countDecimals(step));
  return (decimals === 0 ? count * step : Number((count * step).toFixed(decimals))) + 0;
}

function anyInRange({ low, high, lowOpen, highOpen }: NumberRange): fc.Arbitrary<number> {
  return fc
    .double({ min: low, max: high, minExcluded: lowOpen, maxExcluded: highOpen, noNaN: true })
    .map((number) => number + 0);
}
