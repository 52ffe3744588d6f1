import type { Case } from "../case.ts";
import { countSteps, isEmptyRange, readNumberRange, findStep, times } from "../types/number.ts";
import { type Candidate, type CandidatesOf, candidate } from "./candidate.ts";

/** Distance from a bound to its neighbour, for numbers without a step. */
const USUAL_STEP = 0.01;

/**
 * The bounds, their neighbours, and a number between multiples. Without bounds, the largest numbers that machines
 * represent exactly.
 */
export const numberCandidates: CandidatesOf = (targetCase) => {
  const range = readNumberRange(targetCase);
  if (isEmptyRange(range)) return [];
  const step = findStep(targetCase);
  const [lowerBound, upperBound] = step === undefined ? [range.low, range.high] : boundsInSteps(targetCase, step);
  return [
    ...lowerBoundCandidates(targetCase, lowerBound, step),
    ...upperBoundCandidates(targetCase, upperBound, step),
    ...[0, 1, -1].flatMap((number) => candidate(String(number), "type", number)),
    ...betweenSteps(targetCase, lowerBound, step),
  ];
};

function boundsInSteps(targetCase: Case, step: number): [number, number] {
  const { min, max } = countSteps(readNumberRange(targetCase), step);
  return [times(min, step), times(max, step)];
}

function lowerBoundCandidates(targetCase: Case, lowerBound: number, step: number | undefined): Candidate[] {
  const { minimum, exclusiveMinimum } = targetCase;
  const isOpen = exclusiveMinimum >= minimum;
  const keyword = isOpen ? "exclusiveMinimum" : "minimum";
  if (Math.max(minimum, exclusiveMinimum) === -Infinity)
    return candidate("a large negative one", "type", -largestExact(targetCase));
  const unit = measureDistance(lowerBound, step);
  const first = isOpen && step === undefined ? withoutRoundingError(lowerBound + unit) : lowerBound;
  return [
    ...candidate("least", keyword, first),
    ...candidate("next to the least", keyword, withoutRoundingError(first + unit)),
    ...candidate("below the least", keyword, withoutRoundingError(first - unit)),
  ];
}

function upperBoundCandidates(targetCase: Case, upperBound: number, step: number | undefined): Candidate[] {
  const { maximum, exclusiveMaximum } = targetCase;
  const isOpen = exclusiveMaximum <= maximum;
  const keyword = isOpen ? "exclusiveMaximum" : "maximum";
  if (Math.min(maximum, exclusiveMaximum) === Infinity)
    return candidate("a large one", "type", largestExact(targetCase));
  const unit = measureDistance(upperBound, step);
  const last = isOpen && step === undefined ? withoutRoundingError(upperBound - unit) : upperBound;
  return [
    ...candidate("greatest", keyword, last),
    ...candidate("next to the greatest", keyword, withoutRoundingError(last - unit)),
    ...candidate("above the greatest", keyword, withoutRoundingError(last + unit)),
  ];
}

/** Number between two multiples, or between two integers. */
function betweenSteps(targetCase: Case, lowerBound: number, step: number | undefined): Candidate[] {
  const from = Math.abs(lowerBound) < 2 ** 31 ? lowerBound : 0;
  const isCoarse = targetCase.integer && step !== undefined && step > 1;
  const invalidNumber = isCoarse ? from + 1 : withoutRoundingError(from + (step ?? 1) / 2);
  if (targetCase.multipleOf.length > 0) return candidate("between two multiples", "multipleOf", invalidNumber);
  return candidate("a fraction", "type", withoutRoundingError(from + 0.5));
}

/** Largest multiple that machines represent exactly. */
function largestExact(targetCase: Case): number {
  const largest = targetCase.formats.includes("int32") ? 2 ** 31 - 1 : Number.MAX_SAFE_INTEGER;
  const step = findStep(targetCase) ?? 1;
  return times(Math.floor(largest / step), step);
}

/** Step, or the distance to the next number that a double represents. */
function measureDistance(bound: number, step: number | undefined): number {
  const next = 2 ** (Math.floor(Math.log2(Math.max(1, Math.abs(bound)))) - 52);
  return Math.max(step ?? USUAL_STEP, next);
}

/** Removes the rounding error of binary fractions, and never returns -0. */
function withoutRoundingError(number: number): number {
  if (Math.abs(number) < 2 ** 31) return Number(number.toFixed(12)) + 0;
  return number;
}
